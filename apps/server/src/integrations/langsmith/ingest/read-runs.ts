import { asJson } from '../../../traces/store/serialized-part.ts'
import { type IngestBatch, createIngestBatch } from '../../../traces/ingest/ingest-batch.ts'
import { type BodyPart, MultipartError, readMultipart } from './multipart.ts'
import type { SentFeedback } from '../feedback/feedback-body.ts'
import { partReader } from './run-parts.ts'

type Limits = { depth: number; parts: number }

/** Reads runs from a multipart body, up to the point where it is truncated. */
export function readRuns(
  body: Buffer,
  boundary: string,
  { depth, parts }: Limits,
  keep = asJson,
): { delivery: IngestBatch; feedback: SentFeedback[]; broken?: string } {
  const delivery = createIngestBatch('langsmith')
  const reader = partReader(delivery, { depth, keep })
  const found: BodyPart[] = []
  let broken: string | undefined
  try {
    for (const part of readMultipart(body, boundary, parts)) found.push(part)
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    broken = error.message
  }
  reader.takeAll(found)
  const { feedback } = reader
  return broken === undefined ? { delivery, feedback } : { delivery, feedback, broken }
}
