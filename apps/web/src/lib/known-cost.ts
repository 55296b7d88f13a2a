import { hasUsage } from '@lathe/contract'

type Used = { usage: { input: number; output: number } }

/**
 * Calls that failed or were cut off before they reported usage have an unknown cost, not zero,
 * unless they reported a cost.
 */
export const knownCost = <Cost extends number | null>({
  cost,
  usage,
}: Used & { cost: Cost }): Cost | null => (hasUsage(usage) || cost ? cost : null)

/** The same of a whole trace, a part of which may be known. */
export const knownSpending = <Trace extends Used & { cost: number | null }>(
  trace: Trace,
): Trace => ({
  ...trace,
  cost: knownCost(trace),
})
