import type { Cost, Span } from '@lathe/contract'

/** Spans that cost money themselves: those around them repeat their sums. */
export const isModelCall = ({ kind }: Pick<Span, 'kind'>): boolean =>
  kind === 'model' || kind === 'embedding'

export type Call = Pick<Span, 'kind' | 'status' | 'endedAt' | 'firstTokenAt' | 'usage'> & {
  cost: Pick<Cost, 'total'> | null
}

/**
 * Nano-dollars, or null where nobody knows, which is never nothing: only a call that failed before
 * anything was answered or used costs nothing.
 */
export function spentOn(call: Call): number | null {
  if (!isModelCall(call)) return 0
  const total = call.cost?.total ?? null
  if (total !== null) return total
  const isRefused = call.status !== 'success' && call.firstTokenAt === null && !hasUsage(call)
  return call.endedAt === null || isRefused ? 0 : null
}

const hasUsage = ({ usage }: Call): boolean =>
  usage !== null && Object.values(usage).some((tokens) => tokens > 0)

export const addSpent = (sum: number | null, spent: number | null): number | null =>
  sum === null || spent === null ? null : sum + spent

/** Nano-dollars of several calls. */
export type Spending = {
  /** Null where a part of it is unknown. */
  cost: number | null
  /** Of the calls whose cost is known. */
  pricedCost: number
  /** How many calls cost nobody knows what. */
  unpriced: number
}

export const noSpending: Spending = { cost: 0, pricedCost: 0, unpriced: 0 }

export function spendingOf(call: Call): Spending {
  const cost = spentOn(call)
  return { cost, pricedCost: cost ?? 0, unpriced: cost === null ? 1 : 0 }
}

export const addSpending = (a: Spending, b: Spending): Spending => ({
  cost: addSpent(a.cost, b.cost),
  pricedCost: a.pricedCost + b.pricedCost,
  unpriced: a.unpriced + b.unpriced,
})
