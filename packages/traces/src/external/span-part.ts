import type { Cost, Json, JsonObject, RunError, SpanEvent, SpanKind, Usage } from '@lathe/contract'
import { deepMerge } from './fields.ts'
import { joinEvents } from './otlp/logs/log-events.ts'

/** What one delivery says of a span. Absent is what it does not know, which erases nothing. */
export type SpanPart<Payload = Json> = {
  id: string
  /** Absent where only the run's id was sent: whoever stores it has to look. */
  traceId?: string
  parentId?: string
  /** It said that there is nothing above it. */
  isRoot?: boolean
  kind?: SpanKind
  name?: string
  node?: string
  superstep?: number
  startedAt?: number
  endedAt?: number
  firstTokenAt?: number
  model?: string
  /** The model that was asked for, where the answer named another. */
  asked?: string
  provider?: string
  usage?: Usage
  /** As its sender reckoned it. */
  cost?: Cost
  error?: RunError
  /** The error only says that a human is waited for. */
  isInterrupt?: boolean
  tags?: string[]
  inputs?: Payload
  outputs?: Payload
  events?: SpanEvent[]
  metadata?: JsonObject
  /** Name, or id, of the project its trace belongs to. */
  project?: { name?: string; id?: string }
  /** Whatever the sender calls the conversation. */
  threadId?: string
  /** The environment of its trace. */
  environment?: string
}

/** `priceId` of a cost that came with the span. */
export const SENT_COST = 'sent'

/** Two deliveries of one span: the one that knows its end wins, else the later one. */
export function mergeParts<P>(existing: SpanPart<P>, incoming: SpanPart<P>): SpanPart<P> {
  const isLate = existing.endedAt !== undefined && incoming.endedAt === undefined
  const [over, under] = isLate ? [existing, incoming] : [incoming, existing]
  return {
    ...under,
    ...over,
    ...(under.metadata && over.metadata && { metadata: deepMerge(under.metadata, over.metadata) }),
    ...(existing.events &&
      incoming.events && { events: joinEvents(under.events ?? [], over.events ?? []) }),
    ...(under.kind && over.kind === 'chain' && { kind: under.kind }),
    ...(under.project && over.project && { project: { ...under.project, ...over.project } }),
  }
}

/** One part for each span, in the order they were first named. */
export function mergePartsById<P>(parts: readonly SpanPart<P>[]): SpanPart<P>[] {
  const merged = new Map<string, SpanPart<P>>()
  for (const part of parts) {
    const existing = merged.get(part.id)
    merged.set(part.id, existing ? mergeParts(existing, part) : part)
  }
  return [...merged.values()]
}
