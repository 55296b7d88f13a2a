import type { JsonObject, SpanDetail, SpanEvent } from '@lathe/contract'
import {
  isLogEvent,
  isSaying,
  joinEvents,
  present,
  saysInputs,
  spanOfLogs,
  type SpanPart,
  toSpanPart,
} from '@lathe/traces'
import { type Carried, carrier } from '../store/carried-part.ts'
import type { PlacedPart, Stored } from '../store/complete-part.ts'
import { isUntold, toSpan } from '../store/span-row.ts'

/**
 * The part, and what the log records of its span say, those that are stored and those that came: which of them and of
 * the span itself comes first makes no difference. What the span says itself of its inputs and outputs stays.
 */
export function withLogs(part: PlacedPart, stored: Stored): PlacedPart {
  const { row, payload } = stored
  const isAsked = part.events !== undefined || part.error !== undefined
  // The cast holds: they were stored from this very type.
  const before =
    isAsked && payload?.events ? (JSON.parse(payload.events.toString()) as SpanEvent[]) : []
  const arrived = part.events?.filter(isLogEvent) ?? []
  if (arrived.length === 0 && !before.some(isLogEvent)) return part
  const events = joinEvents(before, part.events ?? [])
  const known = row && toSpan(row)
  const error = withStack(part.error ?? known?.error, events)
  const told = { ...part, events, ...(error && { error }) }
  if (arrived.length === 0) return told
  const said = saidIn(events)
  const isNew = {
    inputs: arrived.some(saysInputs),
    outputs: arrived.some(({ name }) => isSaying(name)),
  }
  const sayIn = (name: 'inputs' | 'outputs') =>
    isNew[name] && !isOwn(part, payload, before, name) ? said[name] : undefined
  const carried = carrier()({
    id: part.id,
    ...present({ inputs: sayIn('inputs'), outputs: sayIn('outputs') }),
  })
  return {
    ...(part.name === undefined && (!row || isUntold(row)) ? placeholder(said, events) : {}),
    ...(part.endedAt === undefined && known?.endedAt != null && { endedAt: known.endedAt }),
    ...told,
    ...present({ inputs: carried.inputs ?? part.inputs, outputs: carried.outputs ?? part.outputs }),
  }
}

const saidIn = (events: readonly SpanEvent[]): Partial<SpanPart> => {
  const span = spanOfLogs(events)
  return span ? toSpanPart(span) : {}
}

/** Whether the span itself said it, and not the log records that are known. */
function isOwn(
  part: PlacedPart,
  payload: Stored['payload'],
  known: readonly SpanEvent[],
  name: 'inputs' | 'outputs',
): boolean {
  if (part[name] !== undefined) return true
  const held = payload?.[name]
  return held != null && held.toString() !== JSON.stringify(saidIn(known)[name])
}

/** Until the span comes: that something is asked of a model, and since when. */
const placeholder = (
  { kind, model, asked, provider, usage, threadId }: Partial<SpanPart<unknown>>,
  events: readonly SpanEvent[],
): Partial<SpanPart<Carried>> =>
  present({ kind, model, asked, provider, usage, threadId, startedAt: events[0]?.at })

/** Newer programs tell of an exception in a log record alone. */
function withStack(error: SpanDetail['error'] | undefined, events: readonly SpanEvent[]) {
  if (!error || error.stack !== undefined) return undefined
  const exception: JsonObject | undefined = events.findLast(
    (event) => isLogEvent(event) && event.name === 'exception',
  )?.attributes
  const stack = exception?.['exception.stacktrace']
  return typeof stack === 'string' && stack !== '' ? { ...error, stack } : undefined
}
