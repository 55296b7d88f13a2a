import type { Json, JsonObject } from '@lathe/contract'
import { isObject, listOf, objectOf, textOf } from '../fields.ts'
import { type OtlpLog, problemOfLog } from './logs/otlp-log.ts'
import { attributesOf, idOf, microsOf, valueOf } from './otlp-json.ts'
import { emptyOtlpReading, noteIssue, type OtlpIssue, type OtlpReading } from './otlp-reading.ts'
import { type OtlpSpan, problemOf } from './otlp-span.ts'

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
