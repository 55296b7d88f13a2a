import type { Json } from '@lathe/contract'
import {
  emptyOtlpReading,
  noteIssue,
  type OtlpIssue,
  type OtlpLog,
  type OtlpReading,
  type OtlpSpan,
  findSpanProblem,
  findLogProblem,
} from '@lathe/traces/external'
import { inner, openMessage, type Reader, readFields, readHex, readMicros } from './read-fields.ts'
import { readLog } from './read-log.ts'
import { keyValue, toObject } from './read-values.ts'

type From = Pick<OtlpSpan, 'resource' | 'scope'>

type Signal<Item> = {
  names: readonly [groups: string, scopes: string, items: string]
  read: (reader: Reader) => Item
  problemIn: (item: Item) => Omit<OtlpIssue, 'item'> | undefined
}

/** Decodes an `ExportTraceServiceRequest`. Throws `RangeError` for corrupted bytes. */
export const readOtlpProtobuf = (body: Uint8Array): OtlpReading<OtlpSpan> =>
  readGroups(body, {
    names: ['resourceSpans', 'scopeSpans', 'spans'],
    read: readSpan,
    problemIn: findSpanProblem,
  })

/** Decodes an `ExportLogsServiceRequest`, which has the same field numbers down to its records. */
export const readOtlpLogsProtobuf = (body: Uint8Array): OtlpReading<OtlpLog> =>
  readGroups(body, {
    names: ['resourceLogs', 'scopeLogs', 'logRecords'],
    read: readLog,
    problemIn: findLogProblem,
  })

function readGroups<Item extends From>(body: Uint8Array, signal: Signal<Item>) {
  const reading = emptyOtlpReading<Item>()
  const reader = openMessage(body)
  let groupIndex = -1
  readFields(reader, {
    1: () => {
      groupIndex += 1
      readGroup(reader, `${signal.names[0]}.${groupIndex}`, signal, reading)
    },
  })
  return reading
}

function readGroup<Item extends From>(
  reader: Reader,
  path: string,
  signal: Signal<Item>,
  reading: OtlpReading<Item>,
) {
  const resource = new Map<string, Json>()
  const found: { location: string; item: Item }[] = []
  let scopes = -1
  inner(() => ({
    1: inner(() => ({ 1: keyValue(resource) })),
    2: () => {
      scopes += 1
      found.push(...readScope(reader, `${path}.${signal.names[1]}.${scopes}`, signal))
    },
  }))(reader)
  // The resource may follow its items.
  for (const { location, item } of found) {
    const problem = signal.problemIn(item)
    if (problem) noteIssue(reading, { item: location, ...problem })
    else reading.items.push({ ...item, resource: toObject(resource) })
  }
}

function readScope<Item extends From>(reader: Reader, path: string, signal: Signal<Item>) {
  const items: Item[] = []
  let scope = ''
  inner(() => ({
    1: inner(() => ({ 1: () => (scope = reader.string()) })),
    2: () => items.push(signal.read(reader)),
  }))(reader)
  const itemsPath = `${path}.${signal.names[2]}`
  return items.map((item, index) => ({
    location: `${itemsPath}.${index}`,
    item: { ...item, scope },
  }))
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
