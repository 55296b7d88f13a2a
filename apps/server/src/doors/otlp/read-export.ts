import { isObject, type OtlpReading, readOtlpJson, toSpanPart } from '@lathe/traces/external'
import { asJson, carrier } from '../../db/spans/carried-part.ts'
import { type Delivery, emptyDelivery, rejectionOf } from '../../ingest/delivery.ts'
import { readJsonValue } from '../../ingest/json-value.ts'
import type { OtlpEncoding } from './answers.ts'

type Options = { encoding: OtlpEncoding; depth: number; project?: string | undefined }

/** The good spans of an export, and what is wrong with the others; or why it is no export. */
export async function readExport(
  body: Buffer,
  { encoding, depth, project }: Options,
  keep = asJson,
): Promise<{ delivery: Delivery } | { problem: string }> {
  const reading = await read(body, encoding, depth)
  if ('problem' in reading) return reading
  const { spans, issues, rejected } = reading
  const carry = carrier(keep)
  const delivery = {
    ...emptyDelivery('otlp'),
    parts: spans.map((span) => carry(toSpanPart(span, project))),
    rejections: issues.map(({ item, field, message }) => rejectionOf(item, field, message, '')),
    rejected,
  }
  return { delivery }
}

async function read(
  body: Buffer,
  encoding: OtlpEncoding,
  depth: number,
): Promise<OtlpReading | { problem: string }> {
  if (encoding === 'json') {
    const reading = readJsonValue(body, depth)
    if ('problem' in reading) return reading
    if (!isObject(reading.value)) return { problem: 'is no object' }
    const spans = readOtlpJson(reading.value)
    const whole = spans.issues.find(({ item }) => item === 'resourceSpans')
    return whole ? { problem: `is no export of spans: ${whole.item} ${whole.message}` } : spans
  }
  const { readOtlpProtobuf } = await import('./read-otlp-protobuf.ts')
  try {
    return readOtlpProtobuf(body)
  } catch (error) {
    // What protobufjs throws for bytes that are none of its messages.
    if (!(error instanceof Error)) throw error
    return { problem: `is no ExportTraceServiceRequest: ${error.message}` }
  }
}
