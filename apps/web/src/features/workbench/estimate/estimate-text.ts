import type { Estimate, Range } from '@lathe/graph'
import { formatCost, formatCount } from '../../../lib/format.ts'

/** `3–9`, `3` when it is always that, `3+` when nothing limits it. */
export function rangeText({ min, max }: Range, format: (value: number) => string): string {
  const least = format(min)
  if (!Number.isFinite(max)) return `${least}+`
  const most = format(max)
  return least === most ? least : `${least}–${most}`
}

/** `about 5 calls, 3 to 9 · about 2.0 k tokens · $0.0003`; null for a graph that calls no model. */
export function estimateText({ total: { calls, tokens, cost } }: Estimate): string | null {
  if (calls.max === 0) return null
  const isSure = calls.min === calls.max
  const usual = formatCount(Math.round(calls.typical))
  const count = `${usual} ${usual === '1' ? 'call' : 'calls'}`
  return [
    isSure ? count : `about ${count}, ${boundsText(calls)}`,
    `about ${formatCount(tokens.typical)} tokens`,
    cost ? formatCost(cost.typical) : 'price unknown',
  ].join(' · ')
}

/** `3 to 9`, or `at least 3` when nothing limits it. */
const boundsText = ({ min, max }: Range): string =>
  Number.isFinite(max)
    ? `${formatCount(min)} to ${formatCount(max)}`
    : `at least ${formatCount(min)}`

/** `5 (3–9)`, or just `3` where it is always that. */
export function usualText(range: Range): string {
  const bounds = rangeText(range, formatCount)
  if (range.min === range.max) return bounds
  return `${formatCount(Math.round(range.typical))} (${bounds})`
}
