import type { CapsuleContent, Json } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'

/** The content under an id of its own, so that it never meets the run it was made of; hashes are not believed. */
export function ownContent(content: CapsuleContent, id: string): CapsuleContent {
  const { run, spans, exchanges, events, callees } = content
  const own = (value: string | null) => (value === run.id ? id : value)
  return {
    ...content,
    run: { ...run, id },
    callees: Object.fromEntries(
      Object.entries(callees).map(([key, callee]) => [
        key,
        { ...callee, hash: hashDocument(callee.document) },
      ]),
    ),
    spans: spans.map((span) => ({
      ...span,
      id: own(span.id) ?? id,
      parentId: own(span.parentId),
      traceId: id,
    })),
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      spanId: own(exchange.spanId),
      traceId: id,
    })),
    events: events.map((event) => ({ ...event, body: renamed(event.body, run.id, id) })),
  }
}

/** Where an event names the run or its root span. */
function renamed<T>(body: T, from: string, to: string): T {
  const walk = (value: Json): Json => {
    if (value === from) return to
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
  }
  // The cast holds: only ids give way to an id.
  return walk(body as Json) as T
}
