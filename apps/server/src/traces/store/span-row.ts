import type { Span } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { fromJson, fromJsonOrNull, toJson, toJsonOrNull } from '../../platform/db/json.ts'
import type { SpansTable } from '../../platform/db/tables/traces.ts'
import type { usageNames } from './usage-columns.ts'

export type SpanRow = Selectable<SpansTable>

/** A span row without the columns that are equal for a whole trace. */
type BareSpanRow = Omit<SpanRow, 'workspace_id' | 'trace_id'>

export function toSpanRow(workspaceId: string, span: Span): SpanRow {
  const { usage, cost } = span
  return {
    workspace_id: workspaceId,
    trace_id: span.traceId,
    id: span.id,
    parent_id: span.parentId,
    kind: span.kind,
    name: span.name,
    node: span.node,
    element: span.element ?? null,
    superstep: span.superstep,
    status: span.status,
    started_at: span.startedAt,
    ended_at: span.endedAt,
    first_token_at: span.firstTokenAt,
    model: span.model,
    asked_model: span.asked ?? null,
    provider: span.provider,
    usage_input: usage?.input ?? null,
    usage_output: usage?.output ?? null,
    usage_cached_read: usage?.cachedRead ?? null,
    usage_cached_write: usage?.cachedWrite ?? null,
    usage_reasoning: usage?.reasoning ?? null,
    usage_audio: usage?.audio ?? null,
    usage_audio_input: usage?.audioInput ?? null,
    usage_audio_output: usage?.audioOutput ?? null,
    usage_audio_cached: usage?.audioCached ?? null,
    usage_cached_write_1h: usage?.cachedWrite1h ?? null,
    usage_unattributed: usage?.unattributed ?? null,
    cost_nanos: cost?.total ?? null,
    cost_input_nanos: cost?.input ?? null,
    cost_output_nanos: cost?.output ?? null,
    price_id: cost?.priceId ?? null,
    error: toJsonOrNull(span.error),
    tags: toJson(span.tags),
    payload_bytes: span.payloadBytes,
    payload_blocks: null,
  }
}

/** A placeholder that other spans or logs created. Its parent and start are guesses. */
export const isPlaceholder = ({ name }: Pick<SpanRow, 'name'>): boolean => name === ''

export const toSpan = (row: SpanRow): Span => ({ ...toBareSpan(row), traceId: row.trace_id })

const toBareSpan = (row: BareSpanRow): Omit<Span, 'traceId'> => ({
  id: row.id,
  parentId: row.parent_id,
  kind: row.kind,
  name: row.name,
  node: row.node,
  ...(row.element !== null && { element: row.element }),
  superstep: row.superstep,
  status: row.status,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  firstTokenAt: row.first_token_at,
  model: row.model,
  ...(row.asked_model !== null && { asked: row.asked_model }),
  provider: row.provider,
  usage: readUsage(row),
  cost: readCost(row),
  error: fromJsonOrNull(row.error),
  tags: fromJson(row.tags),
  payloadBytes: row.payload_bytes,
})

export const readUsage = (row: Pick<SpanRow, (typeof usageNames)[number]>): Span['usage'] =>
  row.usage_input === null
    ? null
    : {
        input: row.usage_input,
        output: row.usage_output ?? 0,
        cachedRead: row.usage_cached_read ?? 0,
        cachedWrite: row.usage_cached_write ?? 0,
        reasoning: row.usage_reasoning ?? 0,
        audio: row.usage_audio ?? 0,
        ...(row.usage_audio_input !== null && { audioInput: row.usage_audio_input }),
        ...(row.usage_audio_output !== null && { audioOutput: row.usage_audio_output }),
        ...(row.usage_audio_cached !== null && { audioCached: row.usage_audio_cached }),
        ...(row.usage_cached_write_1h !== null && { cachedWrite1h: row.usage_cached_write_1h }),
        ...(row.usage_unattributed !== null && { unattributed: row.usage_unattributed }),
      }

type CostName = 'cost_nanos' | 'cost_input_nanos' | 'cost_output_nanos' | 'price_id'

/** With usage but no price the cost is unknown, per part. Without usage there is none. */
export const readCost = (row: Pick<SpanRow, 'usage_input' | CostName>): Span['cost'] =>
  row.usage_input === null && row.cost_nanos === null
    ? null
    : {
        total: row.cost_nanos,
        input: row.cost_input_nanos,
        output: row.cost_output_nanos,
        priceId: row.price_id,
      }
