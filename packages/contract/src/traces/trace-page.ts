import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { Json, JsonObject } from '@lathe/nodes/schemas'
import { byId, Id, Micros } from '../common.ts'
import { commonErrors, notFound } from '../errors.ts'
import { route } from '../route.ts'
import { SpanDetail } from './spans.ts'

/** Accepted range. Older data may exceed it. Sums of larger numbers lose precision. */
export const FeedbackScore = z.number().min(-1e15).max(1e15)

/** A judgment of a span by a person or a program. */
export const Feedback = z.object({
  id: Id,
  /** Null if it concerns a whole project. */
  spanId: Id.nullable(),
  /** The judged quality: `thumbs`, `correctness`. */
  key: z.string(),
  score: z.union([z.number(), z.boolean()]).nullable(),
  value: Json,
  comment: z.string().nullable(),
  correction: Json,
  /** `app` for people in Lathe. Programs send `api`, `model` or other values. */
  source: z.string(),
  /** Additional data from a program. `error` is true if the evaluator failed. */
  extra: JsonObject.optional(),
  createdAt: Micros,
  modifiedAt: Micros,
})
export type Feedback = z.infer<typeof Feedback>

const feedbackFields = {
  score: z.union([FeedbackScore, z.boolean()]).nullable(),
  comment: z.string().max(10_000).nullable(),
}

/** A link that lets anyone read a span and its descendants. */
export const TraceShare = z.object({
  spanId: Id,
  token: z.string(),
  createdAt: Micros,
  /** Null for a link that lasts until it is revoked. */
  expiresAt: Micros.nullable(),
})
export type TraceShare = z.infer<typeof TraceShare>

export const Attachment = z.object({
  name: z.string(),
  mimeType: z.string(),
  size: z.int().nonnegative(),
})
export type Attachment = z.infer<typeof Attachment>

export const TracePayloadPart = z.enum(['inputs', 'outputs', 'events', 'metadata'])
export type TracePayloadPart = z.infer<typeof TracePayloadPart>

/** Match of a text in the payloads of a span. */
export const TraceMatch = z.object({
  spanId: Id,
  part: TracePayloadPart,
  excerpt: z.string(),
})
export type TraceMatch = z.infer<typeof TraceMatch>

const noSuchFeedback = { NO_SUCH_FEEDBACK: { status: 404, message: 'No such feedback' } }
const traceErrors = { ...commonErrors, ...notFound.trace }
const spanErrors = { ...commonErrors, ...notFound.span }
const spanParams = { traceId: Id, spanId: Id }

export const tracePage = {
  details: route('GET', '/traces/{id}/details', 'Stream every span with its payloads, in parts')
    .input(byId)
    .errors(traceErrors)
    .output(eventIterator(z.array(SpanDetail))),

  find: route('GET', '/traces/{id}/find', 'Stream the spans whose payloads contain a text')
    .input(z.strictObject({ id: Id, q: z.string().min(1).max(500) }))
    .errors(traceErrors)
    .output(eventIterator(z.array(TraceMatch))),

  attachments: route(
    'GET',
    '/traces/{traceId}/spans/{spanId}/attachments',
    'List the attachments of a span',
    'Each is read at `/api/v1/attachments/{spanId}/{name}`.',
  )
    .input(z.strictObject(spanParams))
    .errors(commonErrors)
    .output(z.array(Attachment)),

  feedback: route('GET', '/traces/{id}/feedback', "List feedback on a trace's spans, oldest first")
    .input(byId)
    .errors(traceErrors)
    .output(z.array(Feedback)),

  addFeedback: route('POST', '/traces/{traceId}/spans/{spanId}/feedback', 'Add feedback to a span')
    .input(
      z.strictObject({
        ...spanParams,
        key: z.string().trim().min(1).max(200),
        score: feedbackFields.score.default(null),
        comment: feedbackFields.comment.default(null),
      }),
    )
    .errors(spanErrors)
    .output(Feedback),

  editFeedback: route('PATCH', '/feedback/{id}', 'Change feedback; omitted fields stay')
    .input(
      z.strictObject({
        id: Id,
        score: feedbackFields.score.optional(),
        comment: feedbackFields.comment.optional(),
      }),
    )
    .errors({ ...commonErrors, ...noSuchFeedback })
    .output(Feedback),

  deleteFeedback: route('DELETE', '/feedback/{id}', 'Delete feedback')
    .input(byId)
    .errors({ ...commonErrors, ...noSuchFeedback })
    .output(z.object({})),

  shares: route('GET', '/traces/{id}/shares', 'List share links of a trace, oldest first')
    .input(byId)
    .errors(commonErrors)
    .output(z.array(TraceShare)),

  share: route(
    'POST',
    '/traces/{traceId}/spans/{spanId}/share',
    'Create a share link or get the existing one',
    'For an existing link, `expiresAt` changes its expiry. Null means never.',
  )
    .input(z.strictObject({ ...spanParams, expiresAt: Micros.nullable().optional() }))
    .errors(spanErrors)
    .output(TraceShare),

  revokeShare: route('DELETE', '/shares/{token}', 'Revoke a link')
    .input(z.strictObject({ token: z.string().min(1).max(200) }))
    .errors({ ...commonErrors, NO_SUCH_SHARE: { status: 404, message: 'No such link' } })
    .output(z.object({})),
}
