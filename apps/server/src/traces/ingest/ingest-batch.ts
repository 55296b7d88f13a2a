import type { TraceSource } from '@lathe/contract'
import type { SerializedPart } from '../store/serialized-part.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

export type IngestAttachment = {
  spanId: string
  /** The trace, if known: another trace may have a span with this id. */
  traceId?: string
  name: string
  mimeType: string
  body: Uint8Array
}

/** A rejected part of a request, with the reason. */
export type Rejection = {
  item: string
  field: string
  reason: string
  excerpt: string
  /** Number of equal rejections it stands for: repeated ones are listed once an hour. */
  count?: number
}

/** One parsed request. */
export type IngestBatch = {
  source: TraceSource
  parts: SerializedPart[]
  attachments: IngestAttachment[]
  feedback: Omit<FeedbackTable, 'workspace_id'>[]
  /** The first rejections. */
  rejections: Rejection[]
  /** Total number of rejections. */
  rejectedCount: number
  /** Buffers that only this batch uses, released once it is stored. */
  memory: ArrayBuffer[]
}

export const createIngestBatch = (source: TraceSource): IngestBatch => ({
  source,
  parts: [],
  attachments: [],
  feedback: [],
  rejections: [],
  rejectedCount: 0,
  memory: [],
})

const MAX_EXCERPT = 500

export const createRejection = (
  item: string,
  field: string,
  reason: string,
  value: unknown,
): Rejection => ({
  item: item.slice(0, MAX_EXCERPT),
  field,
  reason,
  excerpt: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(
    0,
    MAX_EXCERPT,
  ),
})

/** The length of the rejection list: a body may contain millions. */
const MAX_REJECTIONS = 1_000

/** Counts a rejection and records the reason of the first ones. */
export function addRejection(
  batch: IngestBatch,
  ...rejection: Parameters<typeof createRejection>
): void {
  batch.rejectedCount += 1
  if (batch.rejections.length < MAX_REJECTIONS) batch.rejections.push(createRejection(...rejection))
}

export function mergeRejections(
  batch: IngestBatch,
  { rejections, rejectedCount }: IngestBatch,
): void {
  batch.rejectedCount += rejectedCount
  batch.rejections.push(...rejections.slice(0, MAX_REJECTIONS - batch.rejections.length))
}
