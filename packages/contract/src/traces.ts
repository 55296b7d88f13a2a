import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { byId, Id, Micros, NanoDollars, oneOrMore, page, PathNumber } from './common.ts'
import { commonErrors, notFound, RunError } from './errors.ts'
import { Exchange } from './exchanges.ts'
import { route } from './route.ts'
import { RunStatus } from './run-status.ts'
import { SkeletonSpans } from './skeleton.ts'
import { Span, SpanDetail, SpanStatus } from './spans.ts'
import { Usage } from './usage.ts'

/** The door a trace came in by. */
export const TraceSource = z.enum(['langsmith', 'otlp'])
export type TraceSource = z.infer<typeof TraceSource>

/** A root span with the totals of its tree. */
export const Trace = z.object({
  id: Id,
  title: z.string(),
  name: z.string(),
  status: SpanStatus,
  /** Null for traces that came in from other programs. */
  runId: Id.nullable(),
  agentId: Id.nullable(),
  agentSlug: z.string().nullable(),
  version: z.int().nullable(),
  /** Of other programs' traces whatever they call their conversation. */
  threadId: z.string().nullable(),
  /** Null for runs of Lathe's own. */
  source: TraceSource.nullable(),
  project: z.string().nullable(),
  startedAt: Micros,
  endedAt: Micros.nullable(),
  firstTokenAt: Micros.nullable(),
  spanCount: z.int(),
  usage: Usage,
  cost: NanoDollars,
  error: RunError.nullable(),
  tags: z.array(z.string()),
})
export type Trace = z.infer<typeof Trace>

/** First the trace, then its spans in parts: the earliest ones, and from then on in any order. */
export const SkeletonPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trace'), trace: Trace }),
  z.object({ type: z.literal('spans'), spans: SkeletonSpans }),
])
export type SkeletonPart = z.infer<typeof SkeletonPart>

const filter = {
  status: oneOrMore(SpanStatus).optional(),
  /** Slug or id. */
  agent: z.string().optional(),
  /** Number of the agent's version. */
  version: PathNumber.optional(),
  threadId: z.string().max(500).optional(),
  source: oneOrMore(TraceSource).optional(),
  /** Name of the project its sender gave it. */
  project: z.string().max(500).optional(),
  from: z.coerce.number().int().optional(),
  to: z.coerce.number().int().optional(),
  /** Text in the title. */
  q: z.string().max(200).optional(),
}

/** Part of what a program sent that could not be taken in. */
export const RejectedItem = z.object({
  id: Id,
  source: TraceSource,
  /** The part of the request, as its sender named it. */
  item: z.string(),
  field: z.string(),
  reason: z.string(),
  /** How it began. */
  excerpt: z.string(),
  rejectedAt: Micros,
})
export type RejectedItem = z.infer<typeof RejectedItem>

export const traces = {
  rejected: route('GET', '/rejected-items', 'What programs sent and could not be taken in')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(RejectedItem)),

  list: route('GET', '/traces', 'List traces, newest first')
    .input(z.strictObject({ ...filter, ...page }))
    .errors(commonErrors)
    .output(z.object({ items: z.array(Trace), hasMore: z.boolean() })),

  get: route('GET', '/traces/{id}', 'A trace and its spans without payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.trace })
    .output(z.object({ trace: Trace, spans: z.array(Span) })),

  skeleton: route('GET', '/traces/{id}/skeleton', 'Stream a trace of any size, without payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.trace })
    .output(eventIterator(SkeletonPart)),

  span: route('GET', '/traces/{traceId}/spans/{spanId}', 'One span with its payloads')
    .input(z.strictObject({ traceId: Id, spanId: Id }))
    .errors({ ...commonErrors, ...notFound.span })
    .output(SpanDetail),

  exchanges: route('GET', '/traces/{id}/exchanges', 'The tape: every touch of the world')
    .input(z.strictObject({ id: Id, spanId: Id.optional() }))
    .errors({ ...commonErrors, ...notFound.trace })
    .output(z.array(Exchange)),

  delete: route('DELETE', '/traces/{id}', 'Delete a trace with its payloads and its tape')
    .input(byId)
    .errors({
      ...commonErrors,
      ...notFound.trace,
      RUN_LIVE: {
        status: 409,
        message: 'The run still adds to this trace: cancel it, or wait for its end',
        data: z.object({ status: RunStatus }),
      },
    })
    .output(z.object({})),
}
