import {
  addUsage,
  type Cost,
  DUPLICATE,
  ZERO_USAGE,
  type Span,
  type Spending,
  type Trace,
} from '@lathe/contract'

/** Whether a span costs money itself. Spans around it repeat its cost. */
export const isModelCall = ({ kind }: Pick<Span, 'kind'>): boolean =>
  kind === 'model' || kind === 'embedding'

/** Whether another instrumentation of the same program reported this call too, and that report counts. */
export const isDuplicate = ({ tags }: { tags?: readonly string[] }): boolean =>
  tags?.includes(DUPLICATE) ?? false

/** Model calls whose tokens and cost count. */
export const isCountedCall = (span: Pick<Span, 'kind' | 'tags'>): boolean =>
  isModelCall(span) && !isDuplicate(span)

export type Call = Pick<Span, 'kind' | 'status' | 'endedAt' | 'firstTokenAt' | 'usage'> & {
  cost: (Pick<Cost, 'total'> & Partial<Cost>) | null
  tags?: readonly string[]
}

/**
 * Returns the cost in nano-dollars. Null if unknown. Only a call that failed before any answer or
 * usage costs nothing.
 */
export function callCost(call: Call): number | null {
  if (!isModelCall(call) || isDuplicate(call)) return 0
  const total = call.cost?.total ?? null
  if (total !== null) return total
  const isRefused = call.status !== 'success' && call.firstTokenAt === null && !hasUsage(call)
  return call.endedAt === null || isRefused ? 0 : null
}

const hasUsage = ({ usage }: Call): boolean =>
  usage !== null && Object.values(usage).some((tokens) => tokens > 0)

/** Adds costs in nano-dollars. Null if either is unknown. */
export const addCost = (sum: number | null, cost: number | null): number | null =>
  sum === null || cost === null ? null : sum + cost

export const noSpending: Spending = { cost: 0, pricedCost: 0, unpriced: 0 }

/** Returns the cost of one call. Its known part counts as priced even if the whole cost is unknown. */
export function callSpending(call: Call): Spending {
  const cost = callCost(call)
  if (cost !== null) return toSpending(cost)
  if (!hasUsage(call)) return { cost, pricedCost: 0, unpriced: 0, unmetered: 1 }
  const pricedCost = (call.cost?.input ?? 0) + (call.cost?.output ?? 0)
  return { cost, pricedCost, unpriced: 1 }
}

/** Returns the number of calls with unknown cost. */
export const unknownCalls = ({ unpriced, unmetered = 0 }: Spending): number => unpriced + unmetered

/** Converts the cost of one call in nano-dollars. */
export const toSpending = (cost: number | null): Spending => ({
  cost,
  pricedCost: cost ?? 0,
  unpriced: cost === null ? 1 : 0,
})

/**
 * Divides the spending of a shared call evenly. The counts of calls with unknown cost stay whole.
 */
export const divideSpending = (
  { cost, pricedCost, ...unknown }: Spending,
  count: number,
): Spending => ({
  cost: cost === null ? null : Math.round(cost / count),
  pricedCost: Math.round(pricedCost / count),
  ...unknown,
})

/** Adds two spendings. */
export function addSpending(a: Spending, b: Spending): Spending {
  const unmetered = (a.unmetered ?? 0) + (b.unmetered ?? 0)
  return {
    cost: addCost(a.cost, b.cost),
    pricedCost: a.pricedCost + b.pricedCost,
    unpriced: a.unpriced + b.unpriced,
    ...(unmetered > 0 && { unmetered }),
  }
}

type Totals = Spending & Pick<Trace, 'spanCount' | 'usage' | 'firstTokenAt'>

/** Sums the known spans of a trace. */
export function sumSpans(spans: readonly Span[]): Totals {
  const totals: Totals = {
    ...noSpending,
    spanCount: spans.length,
    usage: ZERO_USAGE,
    firstTokenAt: null,
  }
  for (const span of spans) {
    const { firstTokenAt, usage } = span
    if (firstTokenAt !== null)
      totals.firstTokenAt = Math.min(totals.firstTokenAt ?? firstTokenAt, firstTokenAt)
    if (!isCountedCall(span)) continue
    if (usage) totals.usage = addUsage(totals.usage, usage)
    Object.assign(totals, addSpending(totals, callSpending(span)))
  }
  return totals
}
