import type { Estimate, Range } from '@lathe/graph'
import { formatCost, formatCount } from '../../../lib/format.ts'

/** `3–9`, `3` when it is always that, `3+` when nothing limits it. */
export function rangeText({ min, max }: Range, format: (value: number) => string): string {
  const least = format(min)
  if (!Number.isFinite(max)) return `${least}+`
  const most = format(max)
  return least === most ? least : `${least}–${most}`
}

/** `3–9 calls · about 2.0 k tokens · $0.0003`; null for a graph that calls no model. */
export function estimateText({ total: { calls, tokens, cost } }: Estimate): string | null {
  if (calls.max === 0) return null
  const count = rangeText(calls, formatCount)
  return [
    `${count} ${count === '1' ? 'call' : 'calls'}`,
    `about ${formatCount(tokens.typical)} tokens`,
    cost ? formatCost(cost.typical) : 'price unknown',
  ].join(' · ')
}
