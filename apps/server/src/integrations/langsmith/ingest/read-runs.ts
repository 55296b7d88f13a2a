import { asJson } from '../../../traces/store/serialized-part.ts'
import { type IngestBatch, createIngestBatch } from '../../../traces/ingest/ingest-batch.ts'
import { type BodyPart, MultipartError, readMultipart } from './multipart.ts'
import type { FeedbackItemBody } from '../feedback/feedback-body.ts'
import { partReader } from './run-parts.ts'

type Limits = { depth: number; parts: number }

/** Reads runs from a multipart body, up to the point where it is truncated. */
export function readRuns(
  body: Buffer,
  boundary: string,
  { depth, parts }: Limits,
  buildPayload = asJson,
): { batch: IngestBatch; feedback: FeedbackItemBody[]; truncation?: string } {
  const batch = createIngestBatch('langsmith')
  const reader = partReader(batch, { depth, buildPayload })
  const found: BodyPart[] = []
  let truncation: string | undefined
  try {
    for (const part of readMultipart(body, boundary, parts)) found.push(part)
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error
    truncation = error.message
  }
  reader.takeAll(found)
  const { feedback } = reader
  return truncation === undefined ? { batch, feedback } : { batch, feedback, truncation }
}
