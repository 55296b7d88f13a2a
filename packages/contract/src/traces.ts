import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { byId, Id, Micros, NamedIds, page } from './common.ts'
import { commonErrors, notFound, RunError } from './errors.ts'
import { Exchange } from './exchanges.ts'
import { route } from './route.ts'
import { RunStatus } from './run-status.ts'
import { SkeletonSpans } from './skeleton.ts'
import { Span, SpanDetail, SpanStatus } from './spans.ts'
import { Facets, filterErrors, traceFilter, TraceHistogram, TraceSource } from './trace-filter.ts'
import { Spending } from './spending.ts'
import { Usage } from './usage.ts'

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
  /** The name of the comparison that ran it, of a bare prompt or a judge; its id is `agentId`. */
  comparison: z.string().nullable(),
  version: z.int().nullable(),
  /** Of other programs' traces whatever they call their conversation. */
  threadId: z.string().nullable(),
  /** Null for runs of Lathe's own. */
  source: TraceSource.nullable(),
  project: z.string().nullable(),
  /** Also of one that was deleted, and has no name any more. */
  projectId: z.string().nullable(),
  /** `production`, `comparison`, `replay`, `test` or the name its sender gave. */
  environment: z.string(),
  startedAt: Micros,
  endedAt: Micros.nullable(),
  /** Duration without the time a human took, milliseconds; null while the trace is open. */
  activeMs: z.number().nullable(),
  /** How long the run waited for a human, milliseconds. */
  waitingMs: z.number(),
  /** The latest time that any of its spans tells: one whose program crashed stays open. */
  heardAt: Micros,
  firstTokenAt: Micros.nullable(),
  /** Time to the first token without the time a human took before it, milliseconds. */
  firstTokenMs: z.number().nullable(),
  spanCount: z.int(),
  usage: Usage,
  ...Spending.shape,
  error: RunError.nullable(),
  tags: z.array(z.string()),
  /** Retention keeps it. */
  isPinned: z.boolean(),
})
export type Trace = z.infer<typeof Trace>

/** As lists have it: with what was said of any of its spans, by key. */
export const ListedTrace = Trace.extend({
  /** Of its root's metadata what traces are found by: plain values as text, shortened, without secrets. */
  metadata: z.record(z.string(), z.string()),
  feedback: z.array(
    z.object({
      key: z.string(),
      count: z.int(),
      /** Of what has a score, yes being 1 and no 0. */
      average: z.number().nullable(),
    }),
  ),
})
export type ListedTrace = z.infer<typeof ListedTrace>

/** The traces of other programs that say they belong to one conversation of one project. */
export const TraceThread = z.object({
  threadId: z.string(),
  /** Name of the project its sender gave it. */
  project: z.string().nullable(),
  /** Also of one that was deleted, and has no name any more. */
  projectId: z.string().nullable(),
  /** Of its first trace. */
  title: z.string(),
  turns: z.int(),
  failed: z.int(),
  startedAt: Micros,
  /** The latest time that any span of it tells. */
  heardAt: Micros,
  last: z.object({ id: Id, title: z.string(), status: SpanStatus, startedAt: Micros }),
  usage: Usage,
  ...Spending.shape,
})
export type TraceThread = z.infer<typeof TraceThread>

/** First the trace, then its spans in parts: the earliest ones, and from then on in any order. */
export const SkeletonPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trace'), trace: Trace }),
  z.object({ type: z.literal('spans'), spans: SkeletonSpans }),
])
export type SkeletonPart = z.infer<typeof SkeletonPart>

/** Where a page of traces begins: its start in microseconds, `_` and its id, so that it need not be there any more; or the id of one that is. */
const TracePlace = z
  .string()
  .regex(
    /^(\d{1,16}_)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    'the start of a trace in microseconds, _ and its id, or its id alone',
  )

/** A list of them, or all that pass the filter. */
const chosen = {
  ids: NamedIds.optional(),
  ...traceFilter,
}

const tag = z.string().trim().min(1).max(200)

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
  rejected: route('GET', '/rejected-items', 'List rejected items with their reason')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(z.array(RejectedItem)),

  list: route('GET', '/traces', 'List traces, newest first')
    .input(
      z.strictObject({
        ...traceFilter,
        limit: page.limit,
        /** Those that began before it, the nearest first. */
        before: TracePlace.optional(),
        /** Those that began after it, the nearest of them. */
        after: TracePlace.optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors, ...notFound.trace })
    .output(
      z.object({
        /** Fewer than asked for, or none, where those that pass lie far apart. */
        items: z.array(ListedTrace),
        /** What the page after it begins before, or after; null at the end. */
        next: z.string().nullable(),
      }),
    ),

  threads: route('GET', '/trace-threads', 'List threads of other programs, last used first')
    .input(
      z.strictObject({
        /** They have a trace that passes. */
        ...traceFilter,
        limit: page.limit,
        /** As the page before it said. */
        before: TracePlace.optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors, ...notFound.trace })
    .output(
      z.object({
        items: z.array(TraceThread),
        /** What the page after it begins before: the newest trace of the last thread that passes. */
        next: z.string().nullable(),
      }),
    ),

  facets: route('GET', '/trace-facets', 'Count values of traces (facets)')
    .input(z.strictObject(traceFilter))
    .errors({ ...commonErrors, ...filterErrors })
    .output(Facets),

  histogram: route('GET', '/trace-histogram', 'Count traces over time')
    .input(
      z.strictObject({ ...traceFilter, bars: z.coerce.number().int().min(1).max(500).default(60) }),
    )
    .errors({ ...commonErrors, ...filterErrors })
    .output(TraceHistogram),

  words: route('GET', '/trace-words', 'Count traces that contain search terms')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(
      z.object({
        /** Until all are read again, as after some updates, a filter by words passes only those that have been. */
        isWhole: z.boolean(),
        /** Traces that are yet to be read. */
        waiting: z.int(),
        /** All that are stored. */
        total: z.int(),
      }),
    ),

  tag: route('POST', '/traces/tags', 'Add tags to traces or remove them')
    .input(
      z.strictObject({
        ...chosen,
        add: z.array(tag).max(20).default([]),
        remove: z.array(tag).max(20).default([]),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors })
    .output(
      z.object({
        tagged: z.int(),
        /** Of those whose own tags are others than before as many as one request can name, to take it back. */
        changed: z.array(Id),
      }),
    ),

  pin: route('POST', '/traces/pins', 'Pin or unpin traces; retention keeps pinned traces')
    .input(z.strictObject({ ...chosen, isPinned: z.boolean() }))
    .errors({ ...commonErrors, ...filterErrors })
    .output(
      z.object({
        /** How many were not so before. */
        count: z.int(),
        /** Of these as many as one request can name, to take it back. */
        changed: z.array(Id),
      }),
    ),

  deleteMany: route(
    'POST',
    '/traces/delete',
    'Delete traces with their payloads and recordings, including pinned traces',
  )
    .input(z.strictObject(chosen))
    .errors({ ...commonErrors, ...filterErrors })
    .output(
      z.object({
        deleted: z.int(),
        /** Their runs still add to them. */
        live: z.int(),
      }),
    ),

  get: route('GET', '/traces/{id}', 'Get a trace and its spans without payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.trace })
    .output(z.object({ trace: Trace, spans: z.array(Span) })),

  skeleton: route('GET', '/traces/{id}/skeleton', 'Stream a trace of any size, without payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.trace })
    .output(eventIterator(SkeletonPart)),

  root: route('GET', '/traces/{id}/root', 'Get the root span with its payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.span })
    .output(SpanDetail),

  span: route('GET', '/traces/{traceId}/spans/{spanId}', 'Get a span with its payloads')
    .input(z.strictObject({ traceId: Id, spanId: Id }))
    .errors({ ...commonErrors, ...notFound.span })
    .output(SpanDetail),

  exchanges: route('GET', '/traces/{id}/exchanges', 'List the recorded exchanges of a trace')
    .input(z.strictObject({ id: Id, spanId: Id.optional() }))
    .errors({ ...commonErrors, ...notFound.trace })
    .output(z.array(Exchange)),

  delete: route('DELETE', '/traces/{id}', 'Delete a trace with its payloads and recording')
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
