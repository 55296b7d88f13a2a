import { asJson } from '../../traces/store/serialized-part.ts'
import type { IngestBatch } from '../../traces/ingest/ingest-batch.ts'
import type { FeedbackItemBody } from '../langsmith/feedback/feedback-body.ts'
import { readBatch } from '../langsmith/ingest/read-batch.ts'
import { readRuns } from '../langsmith/ingest/read-runs.ts'
import { type OtlpSignal, readExport } from '../otlp/read-export.ts'

/** Integration that received the body, and the options of its request. */
export type BodyKind =
  | { integration: 'runs'; boundary: string; depth: number; parts: number }
  | { integration: 'batch'; depth: number }
  | {
      integration: 'otlp'
      signal: OtlpSignal
      encoding: 'protobuf' | 'json'
      depth: number
      project?: string | undefined
    }

/**
 * Contents of a body, with `broken` if it is truncated, or the reason why it is unreadable.
 * Feedback is not validated, because the thread loads no schemas.
 */
export type BodyReading =
  | { batch: IngestBatch; feedback?: FeedbackItemBody[]; truncation?: string }
  | { problem: string }

export async function readBody(
  body: Buffer,
  kind: BodyKind,
  buildPayload = asJson,
): Promise<BodyReading> {
  if (kind.integration === 'runs') return readRuns(body, kind.boundary, kind, buildPayload)
  if (kind.integration === 'batch') return readBatch(body, kind.depth, buildPayload)
  return await readExport(body, kind, buildPayload)
}
