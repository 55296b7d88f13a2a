import type { TraceSource } from '@lathe/contract'
import type { CarriedPart } from '../store/carried-part.ts'
import type { FeedbackTable } from '../../platform/db/tables/external.ts'

export type SentAttachment = {
  spanId: string
  /** Where the sender tells it: other traces may have a span of this id. */
  traceId?: string
  name: string
  mimeType: string
  body: Uint8Array
}

/** Part of a request that was not taken in, and why. */
export type Rejection = {
  item: string
  field: string
  reason: string
  excerpt: string
  /** How many alike it stands for: what comes with every request is listed once an hour. */
  count?: number
}

/** One request, read. */
export type Delivery = {
  source: TraceSource
  parts: CarriedPart[]
  attachments: SentAttachment[]
  feedback: Omit<FeedbackTable, 'workspace_id'>[]
  /** The first of them. */
  rejections: Rejection[]
  /** How many there were. */
  rejected: number
  /** Where what it carries lies, and nothing of others: given back once it is stored. */
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

/** As many as the list of them holds: a body may have millions. */
const NOTED = 1_000

/** Counts it, and notes why if it is among the first. */
export function reject(delivery: Delivery, ...rejection: Parameters<typeof rejectionOf>): void {
  delivery.rejected += 1
  if (delivery.rejections.length < NOTED) delivery.rejections.push(rejectionOf(...rejection))
}

export function addRejections(delivery: Delivery, { rejections, rejected }: Delivery): void {
  delivery.rejected += rejected
  delivery.rejections.push(...rejections.slice(0, NOTED - delivery.rejections.length))
}
