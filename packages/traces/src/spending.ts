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
