import { UnpackedJson } from '../packed-json.ts'
import type { HandedSpan } from '../texts/text-index.ts'
import type { Folded, Known } from './fold-spans.ts'
import { type JsonBytes, keyOf, type NewPayload, payloadParts } from './payloads.ts'

/** Spans that are stored just as they are here: nothing was known of them, and nothing of theirs is packed yet. */
export function spansAtHand(
  known: Known,
  folded: Folded,
  payloads: readonly NewPayload[],
): HandedSpan[] {
  const payloadOf = new Map(
    payloads.map((row) => [keyOf({ traceId: row.trace_id, id: row.span_id }), row]),
  )
  return folded.spans.flatMap((span): HandedSpan[] => {
    const key = keyOf({ traceId: span.trace_id, id: span.id })
    const texts = textsOf(payloadOf.get(key))
    if (known.spans.has(key) || !texts) return []
    const { trace_id: traceId, id: spanId, name, model, error } = span
    return [{ traceId, spanId, name, model, error, payloads: texts }]
  })
}

/** Undefined where one is packed: to unpack it again is no quicker than to read it. */
function textsOf(row: NewPayload | undefined): JsonBytes[] | undefined {
  const values = payloadParts.flatMap((part) => row?.[part] ?? [])
  const texts = values.flatMap((value) => (value instanceof UnpackedJson ? value.json : []))
  return texts.length === values.length ? texts : undefined
}
