import type { Json, JsonObject } from '@lathe/contract'
import { isObject, listOf, objectOf, textOf } from '../fields.ts'
import {
  emptyOtlpReading,
  noteIssue,
  type OtlpIssue,
  type OtlpLog,
  type OtlpReading,
  type OtlpSpan,
  problemOf,
  problemOfLog,
} from './otlp-span.ts'

const MAX_DEPTH = 32

export const idOf = (value: Json | undefined) => textOf(value)?.toLowerCase() ?? ''

/** Nanoseconds as text, since they are more than a number holds. */
export function microsOf(value: Json | undefined): number {
  if (typeof value === 'number') return Math.floor(value / 1_000)
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return Number.NaN
  return Number(BigInt(value) / 1_000n)
}

export const attributesOf = (value: Json | undefined): JsonObject =>
  Object.fromEntries(
    listOf(value)
      .map(objectOf)
      .flatMap(({ key, value: held }) =>
        typeof key === 'string' ? [[key, valueOf(held, 0)] as const] : [],
      ),
  )

export function valueOf(value: Json | undefined, depth: number): Json {
  const any = objectOf(value)
  if (depth > MAX_DEPTH) return null
  if (any['stringValue'] !== undefined) return any['stringValue']
  if (any['boolValue'] !== undefined) return any['boolValue']
  if (any['intValue'] !== undefined) return Number(any['intValue'])
  if (any['doubleValue'] !== undefined) return any['doubleValue']
  if (any['bytesValue'] !== undefined) return bytesOf(any['bytesValue'])
  if (any['arrayValue'] !== undefined)
    return listOf(objectOf(any['arrayValue'])['values']).map((one) => valueOf(one, depth + 1))
  if (any['kvlistValue'] !== undefined)
    return Object.fromEntries(
      listOf(objectOf(any['kvlistValue'])['values'])
        .map(objectOf)
        .map(({ key, value: held }) => [textOf(key) ?? '', valueOf(held, depth + 1)]),
    )
  return null
}

/** Python sends JSON as bytes, so bytes are text wherever they can be. */
function bytesOf(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}

const STATUS_CODES: Record<string, number> = { STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2 }

/** The JSON of an `ExportTraceServiceRequest`; what of it has another shape is an issue. */
export const readOtlpJson = (body: JsonObject): OtlpReading<OtlpSpan> =>
  readGroups(body, ['resourceSpans', 'scopeSpans', 'spans'], toSpan, problemOf)

/** The JSON of an `ExportLogsServiceRequest`. */
export const readOtlpLogsJson = (body: JsonObject): OtlpReading<OtlpLog> =>
  readGroups(body, ['resourceLogs', 'scopeLogs', 'logRecords'], toLog, problemOfLog)

type Names = readonly [groups: string, scopes: string, items: string]

type From = Pick<OtlpSpan, 'resource' | 'scope'>

function readGroups<Item>(
  body: JsonObject,
  [groups, scopes, items]: Names,
  toItem: (given: JsonObject, from: From) => Item,
  problemIn: (item: Item) => Omit<OtlpIssue, 'item'> | undefined,
): OtlpReading<Item> {
  const reading = emptyOtlpReading<Item>()
  for (const { given: group, item: inGroup } of objectsIn(body, groups, groups, reading)) {
    const resource = attributesOf(objectOf(group['resource'])['attributes'])
    const path = `${inGroup}.${scopes}`
    for (const { given: scoped, item: inScope } of objectsIn(group, scopes, path, reading)) {
      const scope = textOf(objectOf(scoped['scope'])['name']) ?? ''
      const within = `${inScope}.${items}`
      for (const { given, item: place } of objectsIn(scoped, items, within, reading)) {
        const item = toItem(given, { resource, scope })
        const problem = problemIn(item)
        if (problem) noteIssue(reading, { item: place, ...problem })
        else reading.items.push(item)
      }
    }
  }
  return reading
}

function* objectsIn(holder: JsonObject, name: string, path: string, reading: OtlpReading<unknown>) {
  const value = fieldOf(holder, name)
  if (value !== undefined && value !== null && !Array.isArray(value))
    noteIssue(reading, { item: path, field: '', message: 'is no list' })
  for (const [index, given] of listOf(value).entries()) {
    const item = `${path}.${index}`
    if (isObject(given)) yield { given, item }
    else noteIssue(reading, { item, field: '', message: 'is no object' })
  }
}

/** By its name, or by that in the definition of its message: `traceId`, `trace_id`. */
const fieldOf = (holder: JsonObject, name: string): Json | undefined =>
  holder[name] ?? holder[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

const toSpan = (span: JsonObject, from: From): OtlpSpan => ({
  traceId: idOf(fieldOf(span, 'traceId')),
  spanId: idOf(fieldOf(span, 'spanId')),
  parentSpanId: idOf(fieldOf(span, 'parentSpanId')),
  name: textOf(span['name']) ?? '',
  startedAt: microsOf(fieldOf(span, 'startTimeUnixNano')),
  endedAt: microsOf(fieldOf(span, 'endTimeUnixNano') ?? 0),
  attributes: attributesOf(span['attributes']),
  events: listOf(span['events'])
    .map(objectOf)
    .map((event) => ({
      at: microsOf(fieldOf(event, 'timeUnixNano') ?? 0) || 0,
      name: textOf(event['name']) ?? '',
      attributes: attributesOf(event['attributes']),
    })),
  links: listOf(span['links']),
  status: statusOf(objectOf(span['status'])),
  ...from,
})

function statusOf({ code, message }: JsonObject) {
  const number = typeof code === 'string' ? (STATUS_CODES[code] ?? Number(code)) : Number(code ?? 0)
  return { code: number || 0, message: textOf(message) ?? '' }
}

const toLog = (log: JsonObject, from: From): OtlpLog => ({
  traceId: idOf(fieldOf(log, 'traceId')),
  spanId: idOf(fieldOf(log, 'spanId')),
  at: microsOf(fieldOf(log, 'timeUnixNano') ?? 0) || 0,
  observedAt: microsOf(fieldOf(log, 'observedTimeUnixNano') ?? 0) || 0,
  name: textOf(fieldOf(log, 'eventName')) ?? '',
  severity: textOf(fieldOf(log, 'severityText')) ?? '',
  gravity: Number(fieldOf(log, 'severityNumber') ?? 0) || 0,
  body: valueOf(log['body'], 0),
  attributes: attributesOf(log['attributes']),
  isSampled: (Number(log['flags'] ?? 0) & 1) === 1,
  ...from,
})
