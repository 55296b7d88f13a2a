import { DUPLICATE } from '@lathe/contract'
import { type Call, isModelCall, callSpending } from '@lathe/traces'
import { type SpanRow, readUsage } from '../store/span-row.ts'
import { type UsageColumns, usageNames } from '../store/usage-columns.ts'

/** The amounts a span adds to its trace and to the rollups. */
export type Spending = UsageColumns & { cost_nanos: number; unpriced: number; unmetered: number }

export const spendingNames = [...usageNames, 'cost_nanos', 'unpriced', 'unmetered'] as const

export const noSpending: Spending = {
  usage_input: 0,
  usage_output: 0,
  usage_cached_read: 0,
  usage_cached_write: 0,
  usage_reasoning: 0,
  usage_audio: 0,
  usage_audio_input: 0,
  usage_audio_output: 0,
  usage_audio_cached: 0,
  usage_cached_write_1h: 0,
  usage_unattributed: 0,
  cost_nanos: 0,
  unpriced: 0,
  unmetered: 0,
}

/** Matched as text, because every model span is checked. */
export const isDuplicateRow = ({ tags }: Pick<SpanRow, 'tags'>): boolean =>
  tags.includes(JSON.stringify(DUPLICATE))

export function spanSpending(span: SpanRow | undefined): Spending {
  if (!span || !isModelCall(span) || isDuplicateRow(span)) return noSpending
  const { pricedCost, unpriced, unmetered = 0 } = callSpending(toCall(span))
  return {
    usage_input: span.usage_input ?? 0,
    usage_output: span.usage_output ?? 0,
    usage_cached_read: span.usage_cached_read ?? 0,
    usage_cached_write: span.usage_cached_write ?? 0,
    usage_reasoning: span.usage_reasoning ?? 0,
    usage_audio: span.usage_audio ?? 0,
    usage_audio_input: span.usage_audio_input ?? 0,
    usage_audio_output: span.usage_audio_output ?? 0,
    usage_audio_cached: span.usage_audio_cached ?? 0,
    usage_cached_write_1h: span.usage_cached_write_1h ?? 0,
    usage_unattributed: span.usage_unattributed ?? 0,
    cost_nanos: pricedCost,
    unpriced: unpriced + unmetered,
    unmetered,
  }
}

type CallRow = Pick<
  SpanRow,
  | 'kind'
  | 'status'
  | 'ended_at'
  | 'first_token_at'
  | 'cost_nanos'
  | 'cost_input_nanos'
  | 'cost_output_nanos'
  | (typeof usageNames)[number]
>

export const toCall = (span: CallRow): Call => ({
  kind: span.kind,
  status: span.status,
  endedAt: span.ended_at,
  firstTokenAt: span.first_token_at,
  usage: readUsage(span),
  cost: {
    total: span.cost_nanos,
    input: span.cost_input_nanos,
    output: span.cost_output_nanos,
  },
})

/** Reads the cost columns of a trace, or of a sum of traces. */
export const toSpending = (row: Pick<Spending, 'cost_nanos' | 'unpriced' | 'unmetered'>) => ({
  cost: row.unpriced > 0 ? null : row.cost_nanos,
  pricedCost: row.cost_nanos,
  unpriced: row.unpriced - row.unmetered,
  unmetered: row.unmetered,
})

/** Clamps a sum: a program's absurd value must not make all rows unreadable. */
export const clampToSafeInteger = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)

/** Returns `target` plus `times` times `added`. */
export function addSpending<T extends Spending>(target: T, increment: Spending, factor = 1): T {
  // Fast path: most spans have no usage.
  if (increment === noSpending) return target
  const sum = { ...target }
  for (const name of spendingNames)
    sum[name] = clampToSafeInteger(target[name] + increment[name] * factor)
  return sum
}
