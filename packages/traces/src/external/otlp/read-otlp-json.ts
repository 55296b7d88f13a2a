import type { Json, JsonObject } from '@lathe/contract'
import { isObject, listOf, objectOf, textOf } from '../fields.ts'
import {
  emptyOtlpReading,
  noteIssue,
  type OtlpReading,
  type OtlpSpan,
  problemOf,
} from './otlp-span.ts'

const MAX_DEPTH = 32
const STATUS_CODES: Record<string, number> = { STATUS_CODE_OK: 1, STATUS_CODE_ERROR: 2 }

/** The JSON of an `ExportTraceServiceRequest`; what of it has another shape is an issue. */
export function readOtlpJson(body: JsonObject): OtlpReading {
  const reading = emptyOtlpReading()
  const groups = body['resourceSpans'] ?? body['resource_spans']
  for (const { given: group, item: inGroup } of objectsIn(groups, 'resourceSpans', reading)) {
    const resource = attributesOf(objectOf(group['resource'])['attributes'])
    const scopes = group['scopeSpans'] ?? group['scope_spans']
    for (const { given: scoped, item: inScope } of objectsIn(
      scopes,
      `${inGroup}.scopeSpans`,
      reading,
    )) {
      const scope = textOf(objectOf(scoped['scope'])['name']) ?? ''
      for (const { given, item } of objectsIn(scoped['spans'], `${inScope}.spans`, reading)) {
        const span = toSpan(given, resource, scope)
        const problem = problemOf(span)
        if (problem) noteIssue(reading, { item, ...problem })
        else reading.spans.push(span)
      }
    }
  }
  return reading
}

function* objectsIn(value: Json | undefined, path: string, reading: OtlpReading) {
  if (value !== undefined && value !== null && !Array.isArray(value))
    noteIssue(reading, { item: path, field: '', message: 'is no list' })
  for (const [index, given] of listOf(value).entries()) {
    const item = `${path}.${index}`
    if (isObject(given)) yield { given, item }
    else noteIssue(reading, { item, field: '', message: 'is no object' })
  }
}

const toSpan = (span: JsonObject, resource: JsonObject, scope: string): OtlpSpan => ({
  traceId: idOf(span['traceId'] ?? span['trace_id']),
  spanId: idOf(span['spanId'] ?? span['span_id']),
  parentSpanId: idOf(span['parentSpanId'] ?? span['parent_span_id']),
  name: textOf(span['name']) ?? '',
  startedAt: microsOf(span['startTimeUnixNano'] ?? span['start_time_unix_nano']),
  endedAt: microsOf(span['endTimeUnixNano'] ?? span['end_time_unix_nano'] ?? 0),
  attributes: attributesOf(span['attributes']),
  events: listOf(span['events'])
    .map(objectOf)
    .map((event) => ({
      at: microsOf(event['timeUnixNano'] ?? event['time_unix_nano'] ?? 0) || 0,
      name: textOf(event['name']) ?? '',
      attributes: attributesOf(event['attributes']),
    })),
  links: listOf(span['links']),
  status: statusOf(objectOf(span['status'])),
  resource,
  scope,
})

function statusOf({ code, message }: JsonObject) {
  const number = typeof code === 'string' ? (STATUS_CODES[code] ?? Number(code)) : Number(code ?? 0)
  return { code: number || 0, message: textOf(message) ?? '' }
}

const idOf = (value: Json | undefined) => textOf(value)?.toLowerCase() ?? ''

/** Nanoseconds as text, since they are more than a number holds. */
function microsOf(value: Json | undefined): number {
  if (typeof value === 'number') return Math.floor(value / 1_000)
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return Number.NaN
  return Number(BigInt(value) / 1_000n)
}

const attributesOf = (value: Json | undefined): JsonObject =>
  Object.fromEntries(
    listOf(value)
      .map(objectOf)
      .flatMap(({ key, value: held }) =>
        typeof key === 'string' ? [[key, valueOf(held, 0)] as const] : [],
      ),
  )

function valueOf(value: Json | undefined, depth: number): Json {
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
