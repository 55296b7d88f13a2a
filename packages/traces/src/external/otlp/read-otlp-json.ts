import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { toList, toObject, nonEmptyText } from '../fields.ts'
import {
  emptyOtlpReading,
  noteIssue,
  type OtlpIssue,
  type OtlpLog,
  type OtlpReading,
  type OtlpSpan,
  findSpanProblem,
  findLogProblem,
} from './otlp-span.ts'

const MAX_DEPTH = 32

/** Reads a trace or span id in lower case. */
export const readId = (value: Json | undefined) => nonEmptyText(value)?.toLowerCase() ?? ''

/** Nanoseconds are sent as text because they exceed a double's precision. */
export function readMicros(value: Json | undefined): number {
  if (typeof value === 'number') return Math.floor(value / 1_000)
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return Number.NaN
  return Number(BigInt(value) / 1_000n)
}

/** Reads OTLP's list of key-value pairs as an object. */
export const readAttributes = (value: Json | undefined): JsonObject =>
  Object.fromEntries(
    toList(value)
      .map(toObject)
      .flatMap(({ key, value: item }) =>
        typeof key === 'string' ? [[key, readValue(item, 0)] as const] : [],
      ),
  )

/** Reads an OTLP `AnyValue` as JSON. Null beyond a nesting limit. */
export function readValue(value: Json | undefined, depth: number): Json {
  const fields = toObject(value)
  if (depth > MAX_DEPTH) return null
  if (fields['stringValue'] !== undefined) return fields['stringValue']
  if (fields['boolValue'] !== undefined) return fields['boolValue']
  if (fields['intValue'] !== undefined) return Number(fields['intValue'])
  if (fields['doubleValue'] !== undefined) return fields['doubleValue']
  if (fields['bytesValue'] !== undefined) return readBytes(fields['bytesValue'])
  if (fields['arrayValue'] !== undefined)
    return toList(toObject(fields['arrayValue'])['values']).map((item) =>
      readValue(item, depth + 1),
    )
  if (fields['kvlistValue'] !== undefined)
    return Object.fromEntries(
      toList(toObject(fields['kvlistValue'])['values'])
        .map(toObject)
        .map(({ key, value: item }) => [nonEmptyText(key) ?? '', readValue(item, depth + 1)]),
    )
  return null
}

/** Python sends JSON as bytes, so bytes are decoded as text if possible. */
function readBytes(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}

const STATUS_CODES: Record<string, number> = { STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2 }

/**
 * Reads the JSON of an `ExportTraceServiceRequest`. Items of another shape are reported as issues.
 */
export const readOtlpJson = (body: JsonObject): OtlpReading<OtlpSpan> =>
  readGroups(body, ['resourceSpans', 'scopeSpans', 'spans'], toSpan, findSpanProblem)

/**
 * Reads the JSON of an `ExportLogsServiceRequest`. Items of another shape are reported as issues.
 */
export const readOtlpLogsJson = (body: JsonObject): OtlpReading<OtlpLog> =>
  readGroups(body, ['resourceLogs', 'scopeLogs', 'logRecords'], toLog, findLogProblem)

type Names = readonly [groups: string, scopes: string, items: string]

type ScopedSource = Pick<OtlpSpan, 'resource' | 'scope'>

function readGroups<Item>(
  body: JsonObject,
  [groups, scopes, items]: Names,
  toItem: (record: JsonObject, source: ScopedSource) => Item,
  problemIn: (item: Item) => Omit<OtlpIssue, 'item'> | undefined,
): OtlpReading<Item> {
  const result = emptyOtlpReading<Item>()
  for (const { given: group, item: inGroup } of objectsIn(body, groups, groups, result)) {
    const resource = readAttributes(toObject(group['resource'])['attributes'])
    const path = `${inGroup}.${scopes}`
    for (const { given: scoped, item: inScope } of objectsIn(group, scopes, path, result)) {
      const scope = nonEmptyText(toObject(scoped['scope'])['name']) ?? ''
      const itemsPath = `${inScope}.${items}`
      for (const { given: record, item: place } of objectsIn(scoped, items, itemsPath, result)) {
        const item = toItem(record, { resource, scope })
        const problem = problemIn(item)
        if (problem) noteIssue(result, { item: place, ...problem })
        else result.items.push(item)
      }
    }
  }
  return result
}

function* objectsIn(
  container: JsonObject,
  name: string,
  path: string,
  result: OtlpReading<unknown>,
) {
  const value = readField(container, name)
  if (value !== undefined && value !== null && !Array.isArray(value))
    noteIssue(result, { item: path, field: '', message: 'is not a list' })
  for (const [index, entry] of toList(value).entries()) {
    const item = `${path}.${index}`
    if (isJsonObject(entry)) yield { given: entry, item }
    else noteIssue(result, { item, field: '', message: 'is not an object' })
  }
}

/** Accepts a field's JSON name and its protobuf name: `traceId`, `trace_id`. */
const readField = (container: JsonObject, name: string): Json | undefined =>
  container[name] ?? container[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]

const toSpan = (span: JsonObject, source: ScopedSource): OtlpSpan => ({
  traceId: readId(readField(span, 'traceId')),
  spanId: readId(readField(span, 'spanId')),
  parentSpanId: readId(readField(span, 'parentSpanId')),
  name: nonEmptyText(span['name']) ?? '',
  startedAt: readMicros(readField(span, 'startTimeUnixNano')),
  endedAt: readMicros(readField(span, 'endTimeUnixNano') ?? 0),
  attributes: readAttributes(span['attributes']),
  events: toList(span['events'])
    .map(toObject)
    .map((event) => ({
      at: readMicros(readField(event, 'timeUnixNano') ?? 0) || 0,
      name: nonEmptyText(event['name']) ?? '',
      attributes: readAttributes(event['attributes']),
    })),
  links: toList(span['links']),
  status: readStatus(toObject(span['status'])),
  ...source,
})

function readStatus({ code, message }: JsonObject) {
  const number = typeof code === 'string' ? (STATUS_CODES[code] ?? Number(code)) : Number(code ?? 0)
  return { code: number || 0, message: nonEmptyText(message) ?? '' }
}

const toLog = (log: JsonObject, source: ScopedSource): OtlpLog => ({
  traceId: readId(readField(log, 'traceId')),
  spanId: readId(readField(log, 'spanId')),
  at: readMicros(readField(log, 'timeUnixNano') ?? 0) || 0,
  observedAt: readMicros(readField(log, 'observedTimeUnixNano') ?? 0) || 0,
  name: nonEmptyText(readField(log, 'eventName')) ?? '',
  severity: nonEmptyText(readField(log, 'severityText')) ?? '',
  gravity: Number(readField(log, 'severityNumber') ?? 0) || 0,
  body: readValue(log['body'], 0),
  attributes: readAttributes(log['attributes']),
  isSampled: (Number(log['flags'] ?? 0) & 1) === 1,
  ...source,
})
