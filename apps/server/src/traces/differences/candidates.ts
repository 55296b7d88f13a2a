import { type DifferenceKey, LATHE_SOURCE, type TraceDifference } from '@lathe/contract'
import { commonMedian } from '@lathe/stats'
import { FEEDBACK, feedbackKey, formatTerm, METADATA, metadataKey } from '@lathe/traces'
import type { TraceFeedback, LabelledTraces, Member } from './groups.store.ts'

/** A property of some traces. */
export type Candidate = Pick<TraceDifference, 'key' | 'value' | 'term'> & {
  /** The traces that have it. */
  traceIds: readonly string[]
  /** The traces that have a value at all; undefined means every trace. */
  traceIdsWithValue?: readonly string[]
}

/** Keeps the most frequent values of each key. */
const MAX_VALUES = 300
/** Metadata often contains ids, and a rare id cannot explain a difference. */
const MAX_METADATA_VALUES = 100
/** A score with more distinct values is split at its median. */
const MAX_SCORES = 10

export function listCandidates(
  labels: readonly LabelledTraces[],
  members: readonly Member[],
  feedback: readonly TraceFeedback[],
): Candidate[] {
  const byKey = Map.groupBy([...countLabels(labels), ...countMembers(members)], ({ key }) => key)
  const values = [...byKey].flatMap(([key, group]) =>
    group
      .toSorted((a, b) => b.traceIds.length - a.traceIds.length)
      .slice(0, key.startsWith(METADATA) ? MAX_METADATA_VALUES : MAX_VALUES),
  )
  return [...values, ...countFeedback(feedback), ...splitMeasures(members)]
}

function countLabels(labels: readonly LabelledTraces[]): Candidate[] {
  const traceIdsByKey = new Map<string, Set<string>>()
  const values = labels.map(({ key, value, traceIds }): Candidate => {
    if (!key.startsWith(METADATA)) return { key, value, term: formatTerm(key, value), traceIds }
    const withKey = traceIdsByKey.get(key) ?? new Set()
    traceIdsByKey.set(key, withKey)
    for (const id of traceIds) withKey.add(id)
    return { key, value, term: formatTerm(filterKey(key), value), traceIds }
  })
  const keys = Array.from(traceIdsByKey, ([key, traceIds]): Candidate => ({
    key,
    value: '*',
    term: `${filterKey(key)}:*`,
    traceIds: [...traceIds],
  }))
  return [...values, ...keys]
}

const filterKey = (label: string) => metadataKey(label.slice(METADATA.length))

function countMembers(members: readonly Member[]): Candidate[] {
  const candidates = new Map<string, Candidate & { traceIds: string[] }>()
  const add = (
    traceId: string,
    key: DifferenceKey,
    value: string,
    term = formatTerm(key, value),
  ) => {
    const id = `${key} ${value}`
    const candidate = candidates.get(id) ?? { key, value, term, traceIds: [] }
    candidates.set(id, candidate)
    candidate.traceIds.push(traceId)
  }
  for (const { id, status, source, environment, project, agent, version } of members) {
    add(id, 'status', status)
    add(id, 'source', source ?? LATHE_SOURCE)
    add(id, 'environment', environment)
    if (project !== null) add(id, 'project', project)
    if (agent === null) continue
    add(id, 'agent', agent)
    if (version === null) continue
    add(id, 'version', `${agent} v${version}`, `${formatTerm('agent', agent)} version:${version}`)
  }
  return [...candidates.values()]
}

function countFeedback(feedback: readonly TraceFeedback[]): Candidate[] {
  const byKey = Map.groupBy(feedback, ({ key }) => key)
  return [...byKey].flatMap(([name, entries]): Candidate[] => {
    const key = `${FEEDBACK}${name}`
    const ratedIds = listIds(entries)
    const texts = Map.groupBy(
      entries.filter(({ value }) => value !== null),
      ({ value }) => value ?? '',
    )
    const scoredEntries = entries.filter(({ score }) => score !== null)
    const scores = Map.groupBy(scoredEntries, ({ score }) => score ?? 0)
    const median = commonMedian(
      scoredEntries.map(({ score }) => score ?? 0),
      [],
    )
    return [
      { key, value: '*', term: `${feedbackKey(name)}:*`, traceIds: ratedIds },
      ...Array.from(texts, ([value, group]) => ({
        key,
        value,
        term: formatTerm(feedbackKey(name), value),
        traceIds: listIds(group),
        traceIdsWithValue: ratedIds,
      })),
      ...(scores.size > MAX_SCORES
        ? [
            {
              key,
              value: median,
              term: `${feedbackKey(name)}:>${median}`,
              traceIds: listIds(scoredEntries.filter(({ score }) => (score ?? 0) > median)),
              traceIdsWithValue: listIds(scoredEntries),
            },
          ]
        : Array.from(scores, ([score, group]) => ({
            key,
            value: String(score),
            term: `${feedbackKey(name)}:${score}`,
            traceIds: listIds(group),
            traceIdsWithValue: listIds(scoredEntries),
          }))),
    ]
  })
}

const listIds = (feedback: readonly TraceFeedback[]) => [
  ...new Set(feedback.map(({ traceId }) => traceId)),
]

type Measure = { read: (member: Member) => number | null; term: (bound: number) => string }

const millisecondsTerm = (key: string) => (micros: number) => `${key}:>${micros / 1_000}ms`
const countTerm = (key: string) => (count: number) => `${key}:>${count}`

const MEASURES = {
  latency: {
    read: ({ started_at: from, ended_at: to, waited_micros: waitedMicros }) =>
      to === null ? null : to - from - waitedMicros,
    term: millisecondsTerm('latency'),
  },
  ttft: {
    read: ({ started_at: from, first_token_at: to, waited_before_token_micros: waitedMicros }) =>
      to === null ? null : to - from - waitedMicros,
    term: millisecondsTerm('ttft'),
  },
  input: { read: ({ usage_input: tokens }) => tokens, term: countTerm('input') },
  output: { read: ({ usage_output: tokens }) => tokens, term: countTerm('output') },
  cost: {
    // An unknown cost is not 0.
    read: ({ cost_nanos: nanos, unpriced }) => (unpriced > 0 ? null : nanos),
    term: (nanos) => `cost:>${(nanos / 1e9).toFixed(9)}`,
  },
  spans: { read: ({ span_count: spans }) => spans, term: countTerm('spans') },
} satisfies Partial<Record<DifferenceKey, Measure>>

/** Splits numbers at the median of both groups together (Mood's median test). */
function splitMeasures(members: readonly Member[]): Candidate[] {
  return Object.entries<Measure>(MEASURES).flatMap(([key, { read, term }]): Candidate[] => {
    const numbers = members.flatMap((member) => {
      const number = read(member)
      return number === null ? [] : [{ id: member.id, number }]
    })
    if (numbers.length === 0) return []
    const value = commonMedian(
      numbers.map(({ number }) => number),
      [],
    )
    const aboveMedian = numbers.filter(({ number }) => number > value)
    return [
      {
        key,
        value,
        term: term(value),
        traceIds: aboveMedian.map(({ id }) => id),
        traceIdsWithValue: numbers.map(({ id }) => id),
      },
    ]
  })
}
