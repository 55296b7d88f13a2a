import type { Json, SpanEvent, JsonObject } from '@lathe/contract'
import { nonEmptyText, isEmpty } from '../../fields.ts'
import { type OtlpLog, logTime } from '../otlp-span.ts'

export const SEVERITY = 'log.severity'

export const BODY = 'log.body'

export const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

/** Converts a log record to an event of its span. */
export function toLogEvent(log: OtlpLog): SpanEvent {
  const { 'event.name': _, ...attributes } = log.attributes
  return {
    at: logTime(log) ?? 0,
    name: eventName(log) ?? 'log',
    attributes: {
      ...attributes,
      [SEVERITY]: log.severity || LEVELS[Math.floor((log.gravity - 1) / 4)] || 'INFO',
      ...(!isEmpty(log.body) && { [BODY]: log.body }),
    },
  }
}

/** Returns the name of a log record's event. Undefined if it has none. */
export const eventName = ({ name, attributes }: OtlpLog): string | undefined =>
  nonEmptyText(name) ?? nonEmptyText(attributes['event.name'])

/** Whether an event was received as a log record, not with its span. */
export const isLogEvent = ({ attributes }: SpanEvent): boolean =>
  Object.hasOwn(attributes, SEVERITY)

/** Returns the body of a log event. */
export const logBody = ({ attributes }: SpanEvent): Json | undefined => attributes[BODY]

/** Returns the attributes of a log event without severity and body. */
export function logAttributes({ attributes }: SpanEvent): JsonObject {
  const { [SEVERITY]: _, [BODY]: __, ...rest } = attributes
  return rest
}

/** Creates a log event of our own. */
export const createLogEvent = (time: number, name: string, body: string): SpanEvent => ({
  at: time,
  name,
  attributes: { [SEVERITY]: 'INFO', [BODY]: body },
})

/**
 * Splits a log event into a name with its severity, its text and its attributes. Undefined for
 * other events.
 */
export function readLogEvent(event: SpanEvent) {
  if (!isLogEvent(event)) return undefined
  const body = logBody(event)
  const severity = nonEmptyText(event.attributes[SEVERITY]) ?? 'INFO'
  const name = event.name === 'log' ? severity : `${severity} ${event.name}`
  if (typeof body === 'string') return { name, words: body, attributes: logAttributes(event) }
  const rest = body === undefined ? {} : { body }
  return { name, words: undefined, attributes: { ...logAttributes(event), ...rest } }
}

/** Limits the log records of one span: each new one is stored together with all previous ones. */
const MAX_LOGS = 2_000
const MAX_CHARACTERS = 16_000_000

/**
 * Merges the events of two partial spans. A span's own events arrive together, so the newer list
 * replaces the older one. Log records arrive one by one, and duplicates are ignored.
 */
export function joinEvents(
  storedEvents: readonly SpanEvent[],
  incomingEvents: readonly SpanEvent[],
): SpanEvent[] {
  const storedLogs = storedEvents.filter(isLogEvent)
  const logs = incomingEvents.filter(isLogEvent)
  const ownEvents = (incomingEvents.length > logs.length ? incomingEvents : storedEvents).filter(
    (event) => !isLogEvent(event),
  )
  if (storedLogs.length + logs.length === 0) return ownEvents
  const logEvents =
    storedLogs.length === 0
      ? limitEvents(logs)
      : limitEvents(storedLogs, withoutStored(storedLogs, logs))
  return [...ownEvents, ...logEvents].toSorted((a, b) => a.at - b.at)
}

/** Equal records in one batch count separately: they may be logged in the same millisecond. */
function withoutStored(storedLogs: readonly SpanEvent[], logs: readonly SpanEvent[]): SpanEvent[] {
  const places = new Set(logs.map(timeAndName))
  const counts = new Map<string, number>()
  for (const log of storedLogs)
    if (places.has(timeAndName(log)))
      counts.set(eventKey(log), (counts.get(eventKey(log)) ?? 0) + 1)
  return logs.filter((log) => {
    const key = eventKey(log)
    const remaining = counts.get(key) ?? 0
    counts.set(key, remaining - 1)
    return remaining <= 0
  })
}

/** Compared first, because serializing all records is slow. */
const timeAndName = ({ at: time, name }: SpanEvent) => `${time} ${name}`

const eventKey = ({ at: time, name, attributes }: SpanEvent) =>
  JSON.stringify([time, name, attributes])

const countCharacters = (value: Json): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, item) => sum + countCharacters(item), 0)
}

/** Recreated on each merge, so that it appears once. */
const OMITTED_NOTE = 'more log records'

function limitEvents(first: readonly SpanEvent[], added: readonly SpanEvent[] = []): SpanEvent[] {
  const included = first.filter(({ name }) => name !== OMITTED_NOTE).slice(0, MAX_LOGS)
  let chars =
    added.length === 0 ? 0 : included.reduce((sum, log) => sum + countCharacters(log.attributes), 0)
  for (const log of added) {
    chars += countCharacters(log.attributes)
    if (included.length === MAX_LOGS || chars > MAX_CHARACTERS) break
    included.push(log)
  }
  const last = included.at(-1)
  const isAll = included.length === first.length + added.length
  if (isAll || !last) return included
  return [
    ...included,
    createLogEvent(last.at, OMITTED_NOTE, `The first ${included.length} of this span are kept`),
  ]
}
