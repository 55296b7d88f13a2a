import { isLarge } from '../../platform/db/packed-json.ts'
import type { HandedSpan } from '../../platform/db/texts/text-index.ts'
import type { Folded, Known } from './fold-spans.ts'
import { isReady, type PayloadJson } from '../../platform/db/payloads/payload-json.ts'
import { keyOf, payloadParts, type PayloadTexts } from '../../platform/db/payloads/payloads.ts'

/** Spans that are stored just as they are here: nothing was known of them. */
export function spansAtHand(
  known: Known,
  folded: Folded,
  texts: readonly PayloadTexts[],
): HandedSpan[] {
  const textsOf = new Map(
    texts.map((one) => [keyOf({ traceId: one.traceId, id: one.spanId }), one]),
  )
  return folded.spans.flatMap((span): HandedSpan[] => {
    const key = keyOf({ traceId: span.trace_id, id: span.id })
    const carried = textsOf.get(key)
    const payloads = payloadParts.flatMap((part) => carried?.[part] ?? [])
    if (known.spans.has(key) || payloads.some(isTooMuch)) return []
    const { trace_id: traceId, id: spanId, ended_at: endedAt, name, model, error } = span
    return [{ traceId, spanId, isEnded: endedAt !== null, name, model, error, payloads }]
  })
}

/** To keep in mind until its turn comes; it is read from the store then. */
const isTooMuch = (json: PayloadJson) => !isReady(json) && isLarge(json)
