import type { Cost, Json, JsonObject, RunError, SpanEvent, SpanKind, Usage } from '@lathe/contract'
import { deepMerge } from './fields.ts'
import { joinEvents } from './otlp/logs/log-events.ts'

/**
 * Data that one ingest batch contains about a span. Absent fields are unknown and never erase
 * stored ones.
 */
export type SpanPart<Payload = Json> = {
  id: string
  /** Absent if only the run id was sent. The store then looks it up. */
  traceId?: string
  parentId?: string
  /** The sender stated that the span has no parent. */
  isRoot?: boolean
  kind?: SpanKind
  name?: string
  node?: string
  superstep?: number
  startedAt?: number
  endedAt?: number
  firstTokenAt?: number
  model?: string
  /** Requested model, if the answer names another one. */
  asked?: string
  provider?: string
  usage?: Usage
  /** Cost as reported by the sender. */
  cost?: Cost
  error?: RunError
  /** The error only signals that a human is awaited. */
  isInterrupt?: boolean
  tags?: string[]
  inputs?: Payload
  outputs?: Payload
  events?: SpanEvent[]
  metadata?: JsonObject
  /** Name or id of the trace's project. */
  project?: { name?: string; id?: string }
  /** Thread id by any of the sender's names for it. */
  threadId?: string
  /** Environment of the trace. */
  environment?: string
}

/** `priceId` of a cost that the sender reported. */
export const SENT_COST = 'sent'

/** Merges two partial spans. The one with an end time wins, otherwise the newer one. */
export function mergeParts<P>(existing: SpanPart<P>, incoming: SpanPart<P>): SpanPart<P> {
  const isLate = existing.endedAt !== undefined && incoming.endedAt === undefined
  const [newer, older] = isLate ? [existing, incoming] : [incoming, existing]
  return {
    ...older,
    ...newer,
    ...(older.metadata &&
      newer.metadata && { metadata: deepMerge(older.metadata, newer.metadata) }),
    ...(existing.events &&
      incoming.events && { events: joinEvents(older.events ?? [], newer.events ?? []) }),
    ...(older.kind && newer.kind === 'chain' && { kind: older.kind }),
    ...(older.project && newer.project && { project: { ...older.project, ...newer.project } }),
  }
}

/** Merges parts by span id, in the order of first appearance. */
export function mergePartsById<P>(parts: readonly SpanPart<P>[]): SpanPart<P>[] {
  const merged = new Map<string, SpanPart<P>>()
  for (const part of parts) {
    const existing = merged.get(part.id)
    merged.set(part.id, existing ? mergeParts(existing, part) : part)
  }
  return [...merged.values()]
}
