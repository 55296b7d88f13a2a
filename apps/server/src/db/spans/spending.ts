import type { SpanRow } from './span-row.ts'
import { type UsageColumns, usageNames } from './usage-columns.ts'

/** What a span adds to its trace and to the rollups. */
export type Spending = UsageColumns & { cost_nanos: number; unpriced: number }

export const spendingNames = [...usageNames, 'cost_nanos', 'unpriced'] as const

export const noSpending: Spending = {
  usage_input: 0,
  usage_output: 0,
  usage_cached_read: 0,
  usage_cached_write: 0,
  usage_reasoning: 0,
  usage_audio: 0,
  cost_nanos: 0,
  unpriced: 0,
}

/** Whether the span is itself a call to a model: parents that repeat its usage are not counted. */
export const isModelCall = ({ kind }: SpanRow): boolean => kind === 'model' || kind === 'embedding'

export function spendingOf(span: SpanRow | undefined): Spending {
  if (!span || !isModelCall(span)) return noSpending
  return {
    usage_input: span.usage_input ?? 0,
    usage_output: span.usage_output ?? 0,
    usage_cached_read: span.usage_cached_read ?? 0,
    usage_cached_write: span.usage_cached_write ?? 0,
    usage_reasoning: span.usage_reasoning ?? 0,
    usage_audio: span.usage_audio ?? 0,
    cost_nanos: span.cost_nanos ?? 0,
    unpriced: isUnpriced(span) ? 1 : 0,
  }
}

/** A failed call that used nothing costs nothing; any other without a price costs we know not what. */
const isUnpriced = (span: SpanRow): boolean =>
  span.ended_at !== null &&
  span.cost_nanos === null &&
  (span.status === 'success' || usageNames.some((name) => (span[name] ?? 0) > 0))

/** `target` with `added` to it; `times` -1 takes it away. */
export function addSpending<T extends Spending>(target: T, added: Spending, times = 1): T {
  const sum = { ...target }
  for (const name of spendingNames) sum[name] = target[name] + added[name] * times
  return sum
}
