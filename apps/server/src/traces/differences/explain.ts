import type { DifferenceKey, TraceDifference } from '@lathe/contract'
import { compareShares, holm, type ShareDifference } from '@lathe/stats'
import { METADATA } from '@lathe/traces'
import type { Candidate } from './candidates.ts'

/** Fewer traces prove nothing. */
export const MIN_TRACES = 3
const SIGNIFICANT = 0.05
const MAX_ITEMS = 100
/** Sets that overlap at least this much are one finding. */
const MIN_OVERLAP = 0.95

/** Properties that follow from the outcome explain less than those set before the run. */
const OUTCOME_KEYS: ReadonlySet<string> = new Set<DifferenceKey>([
  'status',
  'error',
  'node',
  'tool',
  'latency',
  'ttft',
  'input',
  'output',
  'cost',
  'spans',
])

type Groups = { these: readonly string[]; those: readonly string[] }

/** A set of traces with every property that describes it. */
type Finding = {
  candidates: Candidate[]
  /** Sorted positions of the traces, first group first. */
  positions: number[]
  shares: Pick<TraceDifference, 'these' | 'those'>
}

/** Compares how often the groups have each property. Properties of the same traces are one finding. */
export function explain(
  groups: Groups,
  candidates: readonly Candidate[],
  excludedKeys: ReadonlySet<string>,
): { tested: number; items: TraceDifference[] } {
  const findings = listFindings(
    groups,
    candidates.filter(({ key }) => !excludedKeys.has(key)),
  )
  const comparisons = findings.map(({ shares }) => compareShares(shares.these, shares.those))
  const correctedP = holm(comparisons.map(({ p }) => p))
  const ranked = findings
    .flatMap((finding, index) => {
      const difference = comparisons[index]
      return difference && difference.estimate !== 0
        ? [{ ...finding, ...difference, p: correctedP[index] ?? 1 }]
        : []
    })
    .toSorted(byRank)
  return { tested: findings.length, items: mergeSimilar(ranked).slice(0, MAX_ITEMS).map(toItem) }
}

function listFindings({ these, those }: Groups, candidates: readonly Candidate[]): Finding[] {
  const positionById = new Map([...these, ...those].map((id, index) => [id, index]))
  const locate = (ids: readonly string[]) =>
    ids.flatMap((id) => positionById.get(id) ?? []).sort((a, b) => a - b)
  const count = (positions: readonly number[]) => {
    const first = positions.filter((position) => position < these.length).length
    return [first, positions.length - first] as const
  }
  const findings = new Map<string, Finding>()
  for (const candidate of candidates) {
    const positions = locate(candidate.traceIds)
    const withValue = candidate.traceIdsWithValue && locate(candidate.traceIdsWithValue)
    const [firstSize, secondSize] = withValue ? count(withValue) : [these.length, those.length]
    if (positions.length < MIN_TRACES || firstSize === 0 || secondSize === 0) continue
    const [firstCount, secondCount] = count(positions)
    const id = `${positions.join()} of ${withValue?.join() ?? 'all'}`
    // A property of every trace would only make the correction stricter.
    if (firstCount === firstSize && secondCount === secondSize) continue
    const shares = {
      these: { with: firstCount, of: firstSize },
      those: { with: secondCount, of: secondSize },
    }
    const finding = findings.get(id) ?? { candidates: [], positions, shares }
    findings.set(id, finding)
    finding.candidates.push(candidate)
  }
  return [...findings.values()].map((finding) => ({
    ...finding,
    candidates: finding.candidates.toSorted((a, b) => rankTier(a) - rankTier(b)),
  }))
}

/** Senders' own metadata names a cause best. The presence of a key names it less well than its value. */
function rankTier({ key, value }: Pick<Candidate, 'key' | 'value'>): number {
  if (OUTCOME_KEYS.has(key) || key.startsWith('feedback.')) return 3
  if (key.startsWith(METADATA)) return value === '*' ? 1 : 0
  return 2
}

type Ranked = Finding & ShareDifference

/** The end of the interval nearest to 0, rounded so that complements such as yes and no are equal. */
const certainEffect = ({ interval: { low, high } }: Ranked) =>
  Number((low > 0 ? low : high < 0 ? -high : 0).toFixed(9))

const outcomeRank = ({ candidates: [first] }: Ranked) => (first && rankTier(first) === 3 ? 1 : 0)

const uncertaintyRank = ({ p }: Ranked) => (p < SIGNIFICANT ? 0 : 1)

const byRank = (a: Ranked, b: Ranked): number =>
  uncertaintyRank(a) - uncertaintyRank(b) ||
  (uncertaintyRank(a) === 0 ? outcomeRank(a) - outcomeRank(b) : 0) ||
  certainEffect(b) - certainEffect(a) ||
  (uncertaintyRank(a) === 1 ? a.p - b.p : 0) ||
  b.estimate - a.estimate

/** Adds each finding to an earlier one of nearly the same traces. */
function mergeSimilar(ranked: readonly Ranked[]): Ranked[] {
  const merged: Ranked[] = []
  for (const finding of ranked) {
    const similar = merged.find((earlier) => isSimilar(earlier.positions, finding.positions))
    if (similar) similar.candidates.push(...finding.candidates)
    else merged.push({ ...finding, candidates: [...finding.candidates] })
  }
  return merged
}

/** Jaccard index of two sorted sets. */
function isSimilar(a: readonly number[], b: readonly number[]): boolean {
  if (Math.min(a.length, b.length) < MIN_OVERLAP * Math.max(a.length, b.length)) return false
  const set = new Set(a)
  const common = b.filter((position) => set.has(position)).length
  return common >= MIN_OVERLAP * (a.length + b.length - common)
}

function toItem({ candidates, shares, estimate, interval, p }: Ranked): TraceDifference {
  const [first, ...same] = candidates.map(({ key, value, term }) => ({ key, value, term }))
  if (!first) throw new Error('A finding has at least one property')
  const { low, high } = interval
  return { ...first, same, ...shares, difference: estimate, low, high, p }
}
