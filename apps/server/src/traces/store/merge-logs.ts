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
import { type SerializedPayload, createPartSerializer } from './serialized-part.ts'
import type { TracedPart, StoredSpan } from './complete-part.ts'
import { isPlaceholder, toSpan } from './span-row.ts'

/**
 * Merges a part with the stored and new log records of its span, in any order of arrival. Inputs
 * and outputs of the span itself take precedence.
 */
export function mergeLogs(part: TracedPart, stored: StoredSpan): TracedPart {
  const { row, payload } = stored
  const hasNewEvents = part.events !== undefined || part.error !== undefined
  // The cast holds: this type was stored.
  const storedEvents =
    hasNewEvents && payload?.events ? (JSON.parse(payload.events.toString()) as SpanEvent[]) : []
  const newLogs = part.events?.filter(isLogEvent) ?? []
  if (newLogs.length === 0 && !storedEvents.some(isLogEvent)) return part
  const events = joinEvents(storedEvents, part.events ?? [])
  const storedSpan = row && toSpan(row)
  const error = withStack(part.error ?? storedSpan?.error, events)
  const merged = { ...part, events, ...(error && { error }) }
  if (newLogs.length === 0) return merged
  const logged = readLogs(events)
  const hasNew = {
    inputs: newLogs.some(hasInputs),
    outputs: newLogs.some(({ name }) => isContentEvent(name)),
  }
  const loggedValue = (name: 'inputs' | 'outputs') =>
    hasNew[name] && !isFromSpan(part, payload, storedEvents, name) ? logged[name] : undefined
  const serialized = createPartSerializer()({
    id: part.id,
    ...withoutUndefined({ inputs: loggedValue('inputs'), outputs: loggedValue('outputs') }),
  })
  return {
    ...(part.name === undefined && (!row || isPlaceholder(row))
      ? createPlaceholder(logged, events)
      : {}),
    ...(part.endedAt === undefined &&
      storedSpan?.endedAt != null && { endedAt: storedSpan.endedAt }),
    ...merged,
    ...withoutUndefined({
      inputs: serialized.inputs ?? part.inputs,
      outputs: serialized.outputs ?? part.outputs,
    }),
  }
}

const readLogs = (events: readonly SpanEvent[]): Partial<SpanPart> => {
  const span = logsToSpan(events)
  return span ? toSpanPart(span) : {}
}

/** Whether a value came from the span itself, not from known log records. */
function isFromSpan(
  part: TracedPart,
  payload: StoredSpan['payload'],
  storedEvents: readonly SpanEvent[],
  name: 'inputs' | 'outputs',
): boolean {
  if (part[name] !== undefined) return true
  const storedValue = payload?.[name]
  return (
    storedValue != null && storedValue.toString() !== JSON.stringify(readLogs(storedEvents)[name])
  )
}

/** A placeholder until the span arrives: a model call and its start. */
const createPlaceholder = (
  { kind, model, asked, provider, usage, threadId }: Partial<SpanPart<unknown>>,
  events: readonly SpanEvent[],
): Partial<SpanPart<SerializedPayload>> =>
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
