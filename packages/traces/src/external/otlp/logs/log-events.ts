import type { Json, SpanEvent, JsonObject } from '@lathe/contract'
import { textOf, isEmpty } from '../../fields.ts'
import { type OtlpLog, timeOf } from '../otlp-span.ts'

export const SEVERITY = 'log.severity'

export const BODY = 'log.body'

export const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

/** A log record as what its span notes. */
export function toLogEvent(log: OtlpLog): SpanEvent {
  const { 'event.name': _, ...attributes } = log.attributes
  return {
    at: timeOf(log) ?? 0,
    name: nameOf(log) ?? 'log',
    attributes: {
      ...attributes,
      [SEVERITY]: log.severity || LEVELS[Math.floor((log.gravity - 1) / 4)] || 'INFO',
      ...(!isEmpty(log.body) && { [BODY]: log.body }),
    },
  }
}

export const nameOf = ({ name, attributes }: OtlpLog): string | undefined =>
  textOf(name) ?? textOf(attributes['event.name'])

/** It came as a log record, not with its span. */
export const isLogEvent = ({ attributes }: SpanEvent): boolean =>
  Object.hasOwn(attributes, SEVERITY)

export const bodyOf = ({ attributes }: SpanEvent): Json | undefined => attributes[BODY]

export function besidesBody({ attributes }: SpanEvent): JsonObject {
  const { [SEVERITY]: _, [BODY]: __, ...rest } = attributes
  return rest
}

/** Of our own among them. */
export const noteAt = (at: number, name: string, body: string): SpanEvent => ({
  at,
  name,
  attributes: { [SEVERITY]: 'INFO', [BODY]: body },
})

/** For who reads it: a name that says how grave it is, its words, and the rest. Undefined of what is no log record. */
export function readLogEvent(event: SpanEvent) {
  if (!isLogEvent(event)) return undefined
  const body = bodyOf(event)
  const severity = textOf(event.attributes[SEVERITY]) ?? 'INFO'
  const name = event.name === 'log' ? severity : `${severity} ${event.name}`
  if (typeof body === 'string') return { name, words: body, attributes: besidesBody(event) }
  const rest = body === undefined ? {} : { body }
  return { name, words: undefined, attributes: { ...besidesBody(event), ...rest } }
}

/** Of one span, and what they may come to together: each that comes is stored with all that came before. */
const MOST = 2_000
const MOST_CHARS = 16_000_000

/**
 * What two deliveries note of a span. Its own events come all at once, so later ones replace earlier; its log records
 * come one by one, and what comes again changes nothing.
 */
export function joinEvents(
  known: readonly SpanEvent[],
  arrived: readonly SpanEvent[],
): SpanEvent[] {
  const had = known.filter(isLogEvent)
  const logs = arrived.filter(isLogEvent)
  const own = (arrived.length > logs.length ? arrived : known).filter((one) => !isLogEvent(one))
  if (had.length + logs.length === 0) return own
  const together = had.length === 0 ? limited(logs) : limited(had, unknown(had, logs))
  return [...own, ...together].toSorted((a, b) => a.at - b.at)
}

/** Two alike in one delivery are two: one says the same word twice in the same millisecond. */
function unknown(had: readonly SpanEvent[], logs: readonly SpanEvent[]): SpanEvent[] {
  const places = new Set(logs.map(placeOf))
  const counts = new Map<string, number>()
  for (const one of had)
    if (places.has(placeOf(one))) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return logs.filter((one) => {
    const key = keyOf(one)
    const left = counts.get(key) ?? 0
    counts.set(key, left - 1)
    return left <= 0
  })
}

/** What differs in it is not worth a look at all that is said. */
const placeOf = ({ at, name }: SpanEvent) => `${at} ${name}`

const keyOf = ({ at, name, attributes }: SpanEvent) => JSON.stringify([at, name, attributes])

const sizeOf = (value: Json): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
}

/** Told anew each time, so that it stands there once. */
const MORE = 'more log records'

function limited(first: readonly SpanEvent[], more: readonly SpanEvent[] = []): SpanEvent[] {
  const kept = first.filter(({ name }) => name !== MORE).slice(0, MOST)
  let chars = more.length === 0 ? 0 : kept.reduce((sum, one) => sum + sizeOf(one.attributes), 0)
  for (const one of more) {
    chars += sizeOf(one.attributes)
    if (kept.length === MOST || chars > MOST_CHARS) break
    kept.push(one)
  }
  const last = kept.at(-1)
  const isAll = kept.length === first.length + more.length
  if (isAll || !last) return kept
  return [...kept, noteAt(last.at, MORE, `The first ${kept.length} of this span are kept`)]
}
