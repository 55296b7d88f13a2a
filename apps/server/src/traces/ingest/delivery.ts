import type { TraceSource } from '@lathe/contract'
import type { SerializedPart } from '../store/carried-part.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

export type SentAttachment = {
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
export type Delivery = {
  source: TraceSource
  parts: SerializedPart[]
  attachments: SentAttachment[]
  feedback: Omit<FeedbackTable, 'workspace_id'>[]
  /** The first rejections. */
  rejections: Rejection[]
  /** Total number of rejections. */
  rejected: number
  /** Buffers that only this batch uses, released once it is stored. */
  memory: ArrayBuffer[]
}

export const emptyDelivery = (source: TraceSource): Delivery => ({
  source,
  parts: [],
  attachments: [],
  feedback: [],
  rejections: [],
  rejected: 0,
  memory: [],
})

const EXCERPT = 500

export const rejectionOf = (
  item: string,
  field: string,
  reason: string,
  value: unknown,
): Rejection => ({
  item: item.slice(0, EXCERPT),
  field,
  reason,
  excerpt: (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, EXCERPT),
})

/** The length of the rejection list: a body may contain millions. */
const NOTED = 1_000

/** Counts a rejection and records the reason of the first ones. */
export function reject(delivery: Delivery, ...rejection: Parameters<typeof rejectionOf>): void {
  delivery.rejected += 1
  if (delivery.rejections.length < NOTED) delivery.rejections.push(rejectionOf(...rejection))
}

export function addRejections(delivery: Delivery, { rejections, rejected }: Delivery): void {
  delivery.rejected += rejected
  delivery.rejections.push(...rejections.slice(0, NOTED - delivery.rejections.length))
}
