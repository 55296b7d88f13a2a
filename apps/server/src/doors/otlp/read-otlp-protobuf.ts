import type { Json } from '@lathe/contract'
import {
  emptyOtlpReading,
  noteIssue,
  type OtlpReading,
  type OtlpSpan,
  problemOf,
} from '@lathe/traces/external'
import { inner, openMessage, type Reader, readFields, readHex, readMicros } from './read-fields.ts'
import { keyValue, toObject } from './read-values.ts'

/** An `ExportTraceServiceRequest` by its field numbers, which never change. Throws `RangeError` where it is broken. */
export function readOtlpProtobuf(body: Uint8Array): OtlpReading {
  const reading = emptyOtlpReading()
  const reader = openMessage(body)
  let group = -1
  readFields(reader, {
    1: () => {
      group += 1
      readResourceSpans(reader, `resourceSpans.${group}`, reading)
    },
  })
  return reading
}

function readResourceSpans(reader: Reader, path: string, reading: OtlpReading) {
  const resource = new Map<string, Json>()
  const spans: { item: string; span: OtlpSpan }[] = []
  let scopes = -1
  inner(() => ({
    1: inner(() => ({ 1: keyValue(resource) })),
    2: () => {
      scopes += 1
      spans.push(...readScopeSpans(reader, `${path}.scopeSpans.${scopes}`))
    },
  }))(reader)
  // The resource may stand behind its spans.
  for (const { item, span } of spans) {
    const problem = problemOf(span)
    if (problem) noteIssue(reading, { item, ...problem })
    else reading.spans.push({ ...span, resource: toObject(resource) })
  }
}

function readScopeSpans(reader: Reader, path: string) {
  const spans: OtlpSpan[] = []
  let scope = ''
  inner(() => ({
    1: inner(() => ({ 1: () => (scope = reader.string()) })),
    2: () => spans.push(readSpan(reader)),
  }))(reader)
  return spans.map((span, index) => ({ item: `${path}.spans.${index}`, span: { ...span, scope } }))
}

function readSpan(reader: Reader): OtlpSpan {
  const attributes = new Map<string, Json>()
  const span: OtlpSpan = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    startedAt: 0,
    endedAt: 0,
    attributes: {},
    events: [],
    links: [],
    status: { code: 0, message: '' },
    resource: {},
    scope: '',
  }
  inner(() => ({
    1: () => (span.traceId = readHex(reader)),
    2: () => (span.spanId = readHex(reader)),
    4: () => (span.parentSpanId = readHex(reader)),
    5: () => (span.name = reader.string()),
    7: () => (span.startedAt = readMicros(reader)),
    8: () => (span.endedAt = readMicros(reader)),
    9: keyValue(attributes),
    11: () => span.events.push(readEvent(reader)),
    13: () => span.links.push(readLink(reader)),
    15: inner(() => ({
      2: () => (span.status.message = reader.string()),
      3: () => (span.status.code = reader.int32()),
    })),
  }))(reader)
  return { ...span, attributes: toObject(attributes) }
}

function readEvent(reader: Reader): OtlpSpan['events'][number] {
  const attributes = new Map<string, Json>()
  const event = { at: 0, name: '' }
  inner(() => ({
    1: () => (event.at = readMicros(reader)),
    2: () => (event.name = reader.string()),
    3: keyValue(attributes),
  }))(reader)
  return { ...event, attributes: toObject(attributes) }
}

function readLink(reader: Reader): Json {
  const attributes = new Map<string, Json>()
  const link = { traceId: '', spanId: '' }
  inner(() => ({
    1: () => (link.traceId = readHex(reader)),
    2: () => (link.spanId = readHex(reader)),
    4: keyValue(attributes),
  }))(reader)
  return { ...link, attributes: toObject(attributes) }
}
