import { type DifferenceKey, OWN_SOURCE, type TraceDifference } from '@lathe/contract'
import { commonMedian, compareShares, holm, type Share } from '@lathe/stats'
import { formatTerm } from '@lathe/traces'
import type { Counted, Member } from './groups.store.ts'

export type Group = { size: number; said: readonly Counted[]; members: readonly Member[] }

/** Fewer traces together cannot tell anything. */
const LEAST = 3
/** Of one key, the most frequent. */
const MOST_VALUES = 300
const SHOWN = 100

type Candidate = Pick<TraceDifference, 'key' | 'value' | 'term' | 'these' | 'those'>

/** What one group has more of than the other, the surest first. */
export function explain(
  these: Group,
  those: Group,
  asked: ReadonlySet<string>,
): { tested: number; items: TraceDifference[] } {
  const candidates = [...countable(these, those), ...measurable(these, those)]
    .filter(({ key }) => !asked.has(key))
    .filter((one) => one.these.of > 0 && one.those.of > 0)
  const compared = candidates.map((one) => compareShares(one.these, one.those))
  const adjusted = holm(compared.map(({ p }) => p))
  const items = candidates.flatMap((candidate, index): TraceDifference[] => {
    const found = compared[index]
    if (!found || found.estimate === 0) return []
    const { low, high } = found.interval
    return [{ ...candidate, difference: found.estimate, low, high, p: adjusted[index] ?? 1 }]
  })
  items.sort((a, b) => a.p - b.p || Math.abs(b.difference) - Math.abs(a.difference))
  return { tested: candidates.length, items: items.slice(0, SHOWN) }
}

function countable(these: Group, those: Group): Candidate[] {
  const sides = [countsOf(these), countsOf(those)] as const
  const keys = new Map([...sides[0].keys, ...sides[1].keys])
  const candidates = [...keys].map(([id, { key, value, term }]): Candidate => {
    const share = (side: 0 | 1, of: number): Share => ({
      with: sides[side].counts.get(id) ?? 0,
      of,
    })
    return { key, value, term, these: share(0, these.size), those: share(1, those.size) }
  })
  const byKey = Map.groupBy(candidates, ({ key }) => key)
  return [...byKey.values()].flatMap((some) =>
    some
      .filter((one) => totalOf(one) >= LEAST)
      .toSorted((a, b) => totalOf(b) - totalOf(a))
      .slice(0, MOST_VALUES),
  )
}

const totalOf = ({ these, those }: Candidate) => these.with + those.with

type Named = { key: DifferenceKey; value: string; term: string }

const named = (key: DifferenceKey, value: string): Named => ({
  key,
  value,
  term: formatTerm(key, value),
})

function countsOf({ said, members }: Group) {
  const keys = new Map<string, Named>()
  const counts = new Map<string, number>()
  const add = (one: Named, count: number) => {
    const id = `${one.key} ${one.value}`
    keys.set(id, one)
    counts.set(id, (counts.get(id) ?? 0) + count)
  }
  for (const { key, value, count } of said) add(named(key, value), count)
  for (const { status, source, project, agent, version } of members) {
    add(named('status', status), 1)
    add(named('source', source ?? OWN_SOURCE), 1)
    if (project !== null) add(named('project', project), 1)
    if (agent === null) continue
    add(named('agent', agent), 1)
    if (version === null) continue
    const term = `${formatTerm('agent', agent)} version:${version}`
    add({ key: 'version', value: `${agent} v${version}`, term }, 1)
  }
  return { keys, counts }
}

type Measure = { of: (member: Member) => number | null; term: (bound: number) => string }

const milliseconds = (key: string) => (micros: number) => `${key}:>${micros / 1_000}ms`
const plain = (key: string) => (count: number) => `${key}:>${count}`

const MEASURES = {
  latency: {
    of: ({ started_at: from, ended_at: to }) => (to === null ? null : to - from),
    term: milliseconds('latency'),
  },
  ttft: {
    of: ({ started_at: from, first_token_at: to }) => (to === null ? null : to - from),
    term: milliseconds('ttft'),
  },
  input: { of: ({ usage_input: tokens }) => tokens, term: plain('input') },
  output: { of: ({ usage_output: tokens }) => tokens, term: plain('output') },
  cost: {
    // What is not known is not 0.
    of: ({ cost_nanos: nanos, unpriced }) => (unpriced > 0 ? null : nanos),
    term: (nanos) => `cost:>${(nanos / 1e9).toFixed(9)}`,
  },
  spans: { of: ({ span_count: spans }) => spans, term: plain('spans') },
} satisfies Partial<Record<DifferenceKey, Measure>>

/** Numbers are split at the middle of both groups together: Mood's median test. */
function measurable(these: Group, those: Group): Candidate[] {
  return Object.entries<Measure>(MEASURES).flatMap(([name, { of, term }]): Candidate[] => {
    const numbersOf = ({ members }: Group) => members.flatMap((member) => of(member) ?? [])
    const [first, second] = [numbersOf(these), numbersOf(those)]
    if (first.length === 0 || second.length === 0) return []
    const value = commonMedian(first, second)
    const above = (numbers: readonly number[]): Share => ({
      with: numbers.filter((number) => number > value).length,
      of: numbers.length,
    })
    // The cast holds: these are the keys of what is declared above.
    const key = name as keyof typeof MEASURES
    return [{ key, value, term: term(value), these: above(first), those: above(second) }]
  })
}
