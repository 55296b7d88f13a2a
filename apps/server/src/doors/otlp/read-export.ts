import { isObject, type OtlpReading, readOtlpJson, toSpanPart } from '@lathe/traces'
import { carry } from '../../db/spans/carried-part.ts'
import { invalidInput } from '../../http/errors.ts'
import { type Delivery, emptyDelivery, rejectionOf } from '../../ingest/delivery.ts'
import { readJsonValue } from '../../ingest/json-value.ts'
import type { OtlpEncoding } from './answers.ts'

type Options = { depth: number; project?: string | undefined }

/** The good spans of an export, and what is wrong with the others; throws for what is no export. */
export async function readExport(
  body: Buffer,
  encoding: OtlpEncoding,
  { depth, project }: Options,
): Promise<Delivery> {
  const { spans, issues } = await read(body, encoding, depth)
  return {
    ...emptyDelivery('otlp'),
    parts: spans.map((span) => carry(toSpanPart(span, project))),
    rejections: issues.map(({ item, field, message }) => rejectionOf(item, field, message, '')),
  }
}

async function read(body: Buffer, encoding: OtlpEncoding, depth: number): Promise<OtlpReading> {
  if (encoding === 'json') {
    const reading = readJsonValue(body, depth)
    if ('problem' in reading) throw invalidInput('', `the body ${reading.problem}`)
    if (!isObject(reading.value)) throw invalidInput('', 'the body is no object')
    return readOtlpJson(reading.value)
  }
  const { readOtlpProtobuf } = await import('./read-otlp-protobuf.ts')
  try {
    return readOtlpProtobuf(body)
  } catch (error) {
    // What protobufjs throws for bytes that are none of its messages.
    if (!(error instanceof Error)) throw error
    throw invalidInput('', `the body is no ExportTraceServiceRequest: ${error.message}`)
  }
}
