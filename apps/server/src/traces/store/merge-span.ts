import { isDuplicateRow } from '../metrics/spending.ts'
import { isPlaceholder, type SpanRow } from './span-row.ts'

/**
 * Merges two versions of a span. The later one wins, but a late start does not undo an end, and
 * empty fields keep stored values.
 */
export function mergeSpan(stored: SpanRow | undefined, received: SpanRow): SpanRow {
  if (!stored) return received
  const isLate = stored.ended_at !== null && received.ended_at === null
  const [newer, older] = isLate ? [stored, received] : [received, stored]
  return {
    ...newer,
    parent_id: newer.parent_id ?? (isPlaceholder(older) ? null : older.parent_id),
    node: newer.node ?? older.node,
    element: newer.element ?? older.element,
    superstep: newer.superstep ?? older.superstep,
    ended_at: newer.ended_at ?? older.ended_at,
    first_token_at: newer.first_token_at ?? older.first_token_at,
    model: newer.model ?? older.model,
    asked_model: newer.asked_model ?? older.asked_model,
    provider: newer.provider ?? older.provider,
    error: newer.error ?? older.error,
    tags: newer.tags === '[]' && !isDuplicateRow(older) ? older.tags : newer.tags,
    payload_bytes: newer.payload_bytes || older.payload_bytes,
    ...usageAndCost(newer.usage_input === null ? older : newer),
  }
}

/** Usage and cost change together. */
const usageAndCost = (row: SpanRow) => ({
  usage_input: row.usage_input,
  usage_output: row.usage_output,
  usage_cached_read: row.usage_cached_read,
  usage_cached_write: row.usage_cached_write,
  usage_reasoning: row.usage_reasoning,
  usage_audio: row.usage_audio,
  usage_audio_input: row.usage_audio_input,
  usage_audio_output: row.usage_audio_output,
  usage_audio_cached: row.usage_audio_cached,
  usage_cached_write_1h: row.usage_cached_write_1h,
  usage_unattributed: row.usage_unattributed,
  cost_nanos: row.cost_nanos,
  cost_input_nanos: row.cost_input_nanos,
  cost_output_nanos: row.cost_output_nanos,
  price_id: row.price_id,
})
