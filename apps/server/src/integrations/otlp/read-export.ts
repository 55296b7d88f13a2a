import type { JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import {
  type OtlpReading,
  readOtlpJson,
  readOtlpLogsJson,
  toSpanPart,
} from '@lathe/traces/external'
import {
  asJson,
  type SerializedPart,
  createPartSerializer,
} from '../../traces/store/serialized-part.ts'
import {
  type IngestBatch,
  createIngestBatch,
  createRejection,
} from '../../traces/ingest/ingest-batch.ts'
import { readJsonValue } from '../../traces/ingest/json-value.ts'
import type { FeedbackItemBody } from '../langsmith/feedback/feedback-body.ts'
import type { OtlpEncoding } from './responses.ts'
import { readLogs } from './read-logs.ts'

export type OtlpSignal = 'traces' | 'logs'

type Options = {
  signal: OtlpSignal
  encoding: OtlpEncoding
  depth: number
  project?: string | undefined
}

type ExportReading = { batch: IngestBatch; feedback?: FeedbackItemBody[] } | { problem: string }

/**
 * Returns valid items and the problems of the others, or the reason why the body is not an export.
 */
export async function readExport(
  body: Buffer,
  { signal, encoding, depth, project }: Options,
  buildPayload = asJson,
): Promise<ExportReading> {
  const serializePart = createPartSerializer(buildPayload)
  if (signal === 'traces') {
    const spans = await read(body, encoding, depth, readers.traces)
    if ('problem' in spans) return spans
    const parts: SerializedPart[] = []
    // Releases each span once it is read. Otherwise the spans of a whole body would survive many
    // garbage collections.
    const remainingSpans = spans.items.splice(0).toReversed()
    for (let span = remainingSpans.pop(); span; span = remainingSpans.pop())
      parts.push(serializePart(toSpanPart(span, project)))
    return { batch: createBatch(spans, { parts }) }
  }
  const logs = await read(body, encoding, depth, readers.logs)
  if ('problem' in logs) return logs
  const { parts, feedback, spanless } = readLogs(logs.items, project)
  const ingestBatch = createBatch(logs, { parts: parts.map(serializePart) })
  if (spanless) {
    ingestBatch.rejections.push(spanless)
    ingestBatch.rejectedCount += spanless.count
  }
  return { batch: ingestBatch, feedback }
}

const createBatch = (
  { issues, rejected }: OtlpReading<unknown>,
  batch: Pick<IngestBatch, 'parts'>,
): IngestBatch => ({
  ...createIngestBatch('otlp'),
  ...batch,
  rejections: issues.map(({ item, field, message }) => createRejection(item, field, message, '')),
  rejectedCount: rejected,
})

type Reader<Item> = {
  request: string
  items: string
  groups: string
  fromJson: (value: JsonObject) => OtlpReading<Item>
  fromProtobuf: (body: Buffer) => Promise<OtlpReading<Item>>
}

const readProtobuf = () => import('./read-otlp-protobuf.ts')

const readers = {
  traces: {
    request: 'ExportTraceServiceRequest',
    items: 'spans',
    groups: 'resourceSpans',
    fromJson: readOtlpJson,
    fromProtobuf: async (body: Buffer) => (await readProtobuf()).readOtlpProtobuf(body),
  },
  logs: {
    request: 'ExportLogsServiceRequest',
    items: 'log records',
    groups: 'resourceLogs',
    fromJson: readOtlpLogsJson,
    fromProtobuf: async (body: Buffer) => (await readProtobuf()).readOtlpLogsProtobuf(body),
  },
}

async function read<Item>(
  body: Buffer,
  encoding: OtlpEncoding,
  depth: number,
  { request, items, groups, fromJson, fromProtobuf }: Reader<Item>,
): Promise<OtlpReading<Item> | { problem: string }> {
  if (encoding === 'json') {
    const reading = readJsonValue(body, depth)
    if ('problem' in reading) return reading
    if (!isJsonObject(reading.value)) return { problem: 'is not an object' }
    const found = fromJson(reading.value)
    const exportIssue = found.issues.find(({ item }) => item === groups)
    return exportIssue
      ? { problem: `is not an export of ${items}: ${exportIssue.item} ${exportIssue.message}` }
      : found
  }
  try {
    return await fromProtobuf(body)
  } catch (error) {
    // protobufjs throws errors for invalid bytes.
    if (!(error instanceof Error)) throw error
    return { problem: `is no ${request}: ${error.message}` }
  }
}
