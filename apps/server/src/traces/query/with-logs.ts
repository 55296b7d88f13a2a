import type { JsonObject, SpanDetail, SpanEvent } from '@lathe/contract'
import {
  isLogEvent,
  isContentEvent,
  joinEvents,
  withoutUndefined,
  hasInputs,
  logsToSpan,
  type SpanPart,
  toSpanPart,
} from '@lathe/traces'
import { type Carried, carrier } from '../store/carried-part.ts'
import type { PlacedPart, Stored } from '../store/complete-part.ts'
import { isUntold, toSpan } from '../store/span-row.ts'

/**
 * Merges a part with the stored and new log records of its span, in any order of arrival. Inputs
 * and outputs of the span itself take precedence.
 */
export function withLogs(part: PlacedPart, stored: Stored): PlacedPart {
  const { row, payload } = stored
  const isAsked = part.events !== undefined || part.error !== undefined
  // The cast holds: this type was stored.
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
    inputs: arrived.some(hasInputs),
    outputs: arrived.some(({ name }) => isContentEvent(name)),
  }
  const sayIn = (name: 'inputs' | 'outputs') =>
    isNew[name] && !isOwn(part, payload, before, name) ? said[name] : undefined
  const carried = carrier()({
    id: part.id,
    ...withoutUndefined({ inputs: sayIn('inputs'), outputs: sayIn('outputs') }),
  })
  return {
    ...(part.name === undefined && (!row || isUntold(row)) ? placeholder(said, events) : {}),
    ...(part.endedAt === undefined && known?.endedAt != null && { endedAt: known.endedAt }),
    ...told,
    ...withoutUndefined({
      inputs: carried.inputs ?? part.inputs,
      outputs: carried.outputs ?? part.outputs,
    }),
  }
}

const saidIn = (events: readonly SpanEvent[]): Partial<SpanPart> => {
  const span = logsToSpan(events)
  return span ? toSpanPart(span) : {}
}

/** Whether a value came from the span itself, not from known log records. */
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

/** A placeholder until the span arrives: a model call and its start. */
const placeholder = (
  { kind, model, asked, provider, usage, threadId }: Partial<SpanPart<unknown>>,
  events: readonly SpanEvent[],
): Partial<SpanPart<Carried>> =>
  withoutUndefined({ kind, model, asked, provider, usage, threadId, startedAt: events[0]?.at })

/** Newer instrumentations report exceptions only in log records. */
function withStack(error: SpanDetail['error'] | undefined, events: readonly SpanEvent[]) {
  if (!error || error.stack !== undefined) return undefined
  const exception: JsonObject | undefined = events.findLast(
    (event) => isLogEvent(event) && event.name === 'exception',
  )?.attributes
  const stack = exception?.['exception.stacktrace']
  return typeof stack === 'string' && stack !== '' ? { ...error, stack } : undefined
}
