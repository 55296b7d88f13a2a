import type { Json, JsonObject, SpanEvent } from '@lathe/contract'
import { isEmpty, textOf } from '../../fields.ts'
import { type OtlpLog, timeOf } from './otlp-log.ts'

const SEVERITY = 'log.severity'
const BODY = 'log.body'
const LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']

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
