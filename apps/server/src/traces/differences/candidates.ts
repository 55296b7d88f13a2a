import { type DifferenceKey, LATHE_SOURCE, type TraceDifference } from '@lathe/contract'
import { commonMedian } from '@lathe/stats'
import { FEEDBACK, feedbackKey, formatTerm, METADATA, metadataKey } from '@lathe/traces'
import type { GivenFeedback, Labelled, Member } from './groups.store.ts'

/** A property of some traces. */
export type Candidate = Pick<TraceDifference, 'key' | 'value' | 'term'> & {
  /** The traces that have it. */
  traceIds: readonly string[]
  /** The traces that have a value at all; undefined means every trace. */
  measured?: readonly string[]
}

/** Keeps the most frequent values of each key. */
const MOST_VALUES = 300
/** Metadata often contains ids, and a rare id cannot explain a difference. */
const MOST_METADATA_VALUES = 100
/** A score with more distinct values is split at its median. */
const MOST_SCORES = 10

export function listCandidates(
  labels: readonly Labelled[],
  members: readonly Member[],
  feedback: readonly GivenFeedback[],
): Candidate[] {
  const byKey = Map.groupBy([...countLabels(labels), ...countMembers(members)], ({ key }) => key)
  const values = [...byKey].flatMap(([key, some]) =>
    some
      .toSorted((a, b) => b.traceIds.length - a.traceIds.length)
      .slice(0, key.startsWith(METADATA) ? MOST_METADATA_VALUES : MOST_VALUES),
  )
  return [...values, ...countFeedback(feedback), ...splitMeasures(members)]
}

function countLabels(labels: readonly Labelled[]): Candidate[] {
  const present = new Map<string, Set<string>>()
  const values = labels.map(({ key, value, traceIds }): Candidate => {
    if (!key.startsWith(METADATA)) return { key, value, term: formatTerm(key, value), traceIds }
    const having = present.get(key) ?? new Set()
    present.set(key, having)
    for (const id of traceIds) having.add(id)
    return { key, value, term: formatTerm(filterKey(key), value), traceIds }
  })
  const keys = Array.from(present, ([key, traceIds]): Candidate => ({
    key,
    value: '*',
    term: `${filterKey(key)}:*`,
    traceIds: [...traceIds],
  }))
  return [...values, ...keys]
}

const filterKey = (label: string) => metadataKey(label.slice(METADATA.length))

function countMembers(members: readonly Member[]): Candidate[] {
  const found = new Map<string, Candidate & { traceIds: string[] }>()
  const add = (
    traceId: string,
    key: DifferenceKey,
    value: string,
    term = formatTerm(key, value),
  ) => {
    const id = `${key} ${value}`
    const candidate = found.get(id) ?? { key, value, term, traceIds: [] }
    found.set(id, candidate)
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
  return [...found.values()]
}

function countFeedback(feedback: readonly GivenFeedback[]): Candidate[] {
  const byKey = Map.groupBy(feedback, ({ key }) => key)
  return [...byKey].flatMap(([name, given]): Candidate[] => {
    const key = `${FEEDBACK}${name}`
    const rated = listIds(given)
    const texts = Map.groupBy(
      given.filter(({ value }) => value !== null),
      ({ value }) => value ?? '',
    )
    const scored = given.filter(({ score }) => score !== null)
    const scores = Map.groupBy(scored, ({ score }) => score ?? 0)
    const median = commonMedian(
      scored.map(({ score }) => score ?? 0),
      [],
    )
    return [
      { key, value: '*', term: `${feedbackKey(name)}:*`, traceIds: rated },
      ...Array.from(texts, ([value, some]) => ({
        key,
        value,
        term: formatTerm(feedbackKey(name), value),
        traceIds: listIds(some),
        measured: rated,
      })),
      ...(scores.size > MOST_SCORES
        ? [
            {
              key,
              value: median,
              term: `${feedbackKey(name)}:>${median}`,
              traceIds: listIds(scored.filter(({ score }) => (score ?? 0) > median)),
              measured: listIds(scored),
            },
          ]
        : Array.from(scores, ([score, some]) => ({
            key,
            value: String(score),
            term: `${feedbackKey(name)}:${score}`,
            traceIds: listIds(some),
            measured: listIds(scored),
          }))),
    ]
  })
}

const listIds = (feedback: readonly GivenFeedback[]) => [
  ...new Set(feedback.map(({ traceId }) => traceId)),
]

type Measure = { read: (member: Member) => number | null; term: (bound: number) => string }

const milliseconds = (key: string) => (micros: number) => `${key}:>${micros / 1_000}ms`
const plain = (key: string) => (count: number) => `${key}:>${count}`

const MEASURES = {
  latency: {
    read: ({ started_at: from, ended_at: to, waited_micros: waited }) =>
      to === null ? null : to - from - waited,
    term: milliseconds('latency'),
  },
  ttft: {
    read: ({ started_at: from, first_token_at: to, waited_before_token_micros: waited }) =>
      to === null ? null : to - from - waited,
    term: milliseconds('ttft'),
  },
  input: { read: ({ usage_input: tokens }) => tokens, term: plain('input') },
  output: { read: ({ usage_output: tokens }) => tokens, term: plain('output') },
  cost: {
    // An unknown cost is not 0.
    read: ({ cost_nanos: nanos, unpriced }) => (unpriced > 0 ? null : nanos),
    term: (nanos) => `cost:>${(nanos / 1e9).toFixed(9)}`,
  },
  spans: { read: ({ span_count: spans }) => spans, term: plain('spans') },
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
    const above = numbers.filter(({ number }) => number > value)
    return [
      {
        key,
        value,
        term: term(value),
        traceIds: above.map(({ id }) => id),
        measured: numbers.map(({ id }) => id),
      },
    ]
  })
}
