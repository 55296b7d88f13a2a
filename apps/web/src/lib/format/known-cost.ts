import { hasUsage } from '@lathe/contract'

type WithUsage = { usage: { input: number; output: number } }

/**
 * Calls that failed or were cut off before they reported usage have an unknown cost, not zero,
 * unless they reported a cost.
 */
export const knownCost = <Cost extends number | null>({
  cost,
  usage,
}: WithUsage & { cost: Cost }): Cost | null => (hasUsage(usage) || cost ? cost : null)

/** Known spending of a whole trace, of which a part may be unpriced. */
export const knownSpending = <Trace extends WithUsage & { cost: number | null }>(
  trace: Trace,
): Trace => ({
  ...trace,
  cost: knownCost(trace),
})
