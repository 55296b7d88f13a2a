import type { Json, SpanEvent, JsonObject } from '@lathe/contract'
import { nonEmptyText, isEmpty } from '../../fields.ts'
import { type OtlpLog, logTime } from '../otlp-span.ts'

export const SEVERITY = 'log.severity'

export const BODY = 'log.body'

export const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

/** A log record as what its span notes. */
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

export const eventName = ({ name, attributes }: OtlpLog): string | undefined =>
  nonEmptyText(name) ?? nonEmptyText(attributes['event.name'])

/** It came as a log record, not with its span. */
export const isLogEvent = ({ attributes }: SpanEvent): boolean =>
  Object.hasOwn(attributes, SEVERITY)

export const logBody = ({ attributes }: SpanEvent): Json | undefined => attributes[BODY]

export function logAttributes({ attributes }: SpanEvent): JsonObject {
  const { [SEVERITY]: _, [BODY]: __, ...rest } = attributes
  return rest
}

/** Of our own among them. */
export const createLogEvent = (time: number, name: string, body: string): SpanEvent => ({
  at: time,
  name,
  attributes: { [SEVERITY]: 'INFO', [BODY]: body },
})

/** For who reads it: a name that says how grave it is, its words, and the rest. Undefined of what is no log record. */
export function readLogEvent(event: SpanEvent) {
  if (!isLogEvent(event)) return undefined
  const body = logBody(event)
  const severity = nonEmptyText(event.attributes[SEVERITY]) ?? 'INFO'
  const name = event.name === 'log' ? severity : `${severity} ${event.name}`
  if (typeof body === 'string') return { name, words: body, attributes: logAttributes(event) }
  const rest = body === undefined ? {} : { body }
  return { name, words: undefined, attributes: { ...logAttributes(event), ...rest } }
}

/** Of one span, and what they may come to together: each that comes is stored with all that came before. */
const MOST = 2_000
const MOST_CHARS = 16_000_000

/**
 * What two deliveries note of a span. Its own events come all at once, so later ones replace earlier; its log records
 * come one by one, and what comes again changes nothing.
 */
export function joinEvents(
  storedEvents: readonly SpanEvent[],
  incomingEvents: readonly SpanEvent[],
): SpanEvent[] {
  const storedLogs = storedEvents.filter(isLogEvent)
  const logs = incomingEvents.filter(isLogEvent)
  const ownEvents = (incomingEvents.length > logs.length ? incomingEvents : storedEvents).filter(
    (one) => !isLogEvent(one),
  )
  if (storedLogs.length + logs.length === 0) return ownEvents
  const logEvents =
    storedLogs.length === 0
      ? limitEvents(logs)
      : limitEvents(storedLogs, withoutKnown(storedLogs, logs))
  return [...ownEvents, ...logEvents].toSorted((a, b) => a.at - b.at)
}

/** Two alike in one delivery are two: one says the same word twice in the same millisecond. */
function withoutKnown(storedLogs: readonly SpanEvent[], logs: readonly SpanEvent[]): SpanEvent[] {
  const places = new Set(logs.map(timeAndName))
  const counts = new Map<string, number>()
  for (const one of storedLogs)
    if (places.has(timeAndName(one)))
      counts.set(eventKey(one), (counts.get(eventKey(one)) ?? 0) + 1)
  return logs.filter((one) => {
    const key = eventKey(one)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

/** What differs in it is not worth a look at all that is said. */
const timeAndName = ({ at: time, name }: SpanEvent) => `${time} ${name}`

const eventKey = ({ at: time, name, attributes }: SpanEvent) =>
  JSON.stringify([time, name, attributes])

const countCharacters = (value: Json): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, one) => sum + countCharacters(one), 0)
}

/** Told anew each time, so that it stands there once. */
const MORE = 'more log records'

function limitEvents(first: readonly SpanEvent[], added: readonly SpanEvent[] = []): SpanEvent[] {
  const included = first.filter(({ name }) => name !== MORE).slice(0, MOST)
  let chars =
    added.length === 0 ? 0 : included.reduce((sum, one) => sum + countCharacters(one.attributes), 0)
  for (const one of added) {
    chars += countCharacters(one.attributes)
    if (included.length === MOST || chars > MOST_CHARS) break
    included.push(one)
  }
  const last = included.at(-1)
  const isAll = included.length === first.length + added.length
  if (isAll || !last) return included
  return [
    ...included,
    createLogEvent(last.at, MORE, `The first ${included.length} of this span are kept`),
  ]
}
