import { eventIterator } from '@orpc/contract'
import * as z from 'zod'
import { byId, Id, Micros, IdList, page } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { Exchange } from './exchanges.ts'
import { route } from '../route.ts'
import { RunStatus } from '../runs/run-status.ts'
import { OutlineSpans } from './outline.ts'
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
  /** Null for traces from other programs. */
  runId: Id.nullable(),
  agentId: Id.nullable(),
  agentSlug: z.string().nullable(),
  /** Name of the comparison that ran it, for bare prompts and judges. Its id is `agentId`. */
  comparison: z.string().nullable(),
  version: z.int().nullable(),
  /** For traces from other programs: their conversation id. */
  threadId: z.string().nullable(),
  /** Null for runs of Lathe. */
  source: TraceSource.nullable(),
  project: z.string().nullable(),
  /** Set even if the project was deleted and has no name. */
  projectId: z.string().nullable(),
  /** `production`, `comparison`, `replay`, `test` or the name that its sender set. */
  environment: z.string(),
  startedAt: Micros,
  endedAt: Micros.nullable(),
  /** Milliseconds, without time spent waiting for a human. Null while the trace is open. */
  activeMs: z.number().nullable(),
  /** Milliseconds spent waiting for a human. */
  waitingMs: z.number(),
  /** The latest time reported by any of its spans. A trace whose program crashed stays open. */
  lastReceivedAt: Micros,
  firstTokenAt: Micros.nullable(),
  /** Milliseconds to the first token, without earlier time spent waiting for a human. */
  firstTokenMs: z.number().nullable(),
  spanCount: z.int(),
  usage: Usage,
  ...Spending.shape,
  error: RunError.nullable(),
  tags: z.array(z.string()),
  /** Exempt from retention. */
  isPinned: z.boolean(),
})
export type Trace = z.infer<typeof Trace>

/** A trace in a list, with the feedback on all its spans by key. */
export const ListedTrace = Trace.extend({
  /** Searchable metadata of the root span: plain values as text, shortened, without secrets. */
  metadata: z.record(z.string(), z.string()),
  feedback: z.array(
    z.object({
      key: z.string(),
      count: z.int(),
      /** Average of the scores. True is 1 and false 0. */
      average: z.number().nullable(),
    }),
  ),
})
export type ListedTrace = z.infer<typeof ListedTrace>

/** Traces of other programs with the same conversation id and project. */
export const TraceThread = z.object({
  threadId: z.string(),
  /** Project name that the sender set. */
  project: z.string().nullable(),
  /** Set even if the project was deleted and has no name. */
  projectId: z.string().nullable(),
  /** Title of its first trace. */
  title: z.string(),
  turns: z.int(),
  failed: z.int(),
  startedAt: Micros,
  /** The latest time reported by any of its spans. */
  lastReceivedAt: Micros,
  last: z.object({ id: Id, title: z.string(), status: SpanStatus, startedAt: Micros }),
  usage: Usage,
  ...Spending.shape,
})
export type TraceThread = z.infer<typeof TraceThread>

/** The trace first, then its spans in parts: the earliest ones, then the rest in any order. */
export const OutlinePart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('trace'), trace: Trace }),
  z.object({ type: z.literal('spans'), spans: OutlineSpans }),
])
export type OutlinePart = z.infer<typeof OutlinePart>

/**
 * Page cursor: start of a trace in microseconds, `_` and its id. The trace may have been deleted
 * since. The id of an existing trace works too.
 */
const TraceCursor = z
  .string()
  .regex(
    /^(\d{1,16}_)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
    'the start of a trace in microseconds, _ and its id, or its id alone',
  )

/** The listed traces, or all that match the filter. */
const traceSelection = {
  ids: IdList.optional(),
  ...traceFilter,
}

const tag = z.string().trim().min(1).max(200)

/** A part of an ingest request that was rejected. */
export const RejectedItem = z.object({
  id: Id,
  source: TraceSource,
  /** The rejected part of the request, as the sender named it. */
  item: z.string(),
  field: z.string(),
  reason: z.string(),
  /** Start of the rejected part. */
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
        /** Traces that started before it, nearest first. */
        before: TraceCursor.optional(),
        /** The nearest traces that started after it. */
        after: TraceCursor.optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors, ...notFound.trace })
    .output(
      z.object({
        /** May be shorter than the limit, or empty, if matches are far apart. */
        items: z.array(ListedTrace),
        /** Cursor of the next page, for `before` or `after`. Null at the end. */
        next: z.string().nullable(),
      }),
    ),

  threads: route('GET', '/trace-threads', 'List threads of other programs, last used first')
    .input(
      z.strictObject({
        /** Selects threads with a matching trace. */
        ...traceFilter,
        limit: page.limit,
        /** `next` of the previous page. */
        before: TraceCursor.optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors, ...notFound.trace })
    .output(
      z.object({
        items: z.array(TraceThread),
        /**
         * Cursor of the next page: the newest trace of the last matching thread. Null at the end.
         */
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

  searchIndex: route('GET', '/trace-search-index', 'Get the progress of the full-text index')
    .input(z.strictObject({}))
    .errors(commonErrors)
    .output(
      z.object({
        /**
         * False while traces are reindexed, for example after an update. Until then, search terms
         * only find indexed traces.
         */
        isComplete: z.boolean(),
        /** Number of traces that are not indexed yet. */
        waiting: z.int(),
        /** Number of stored traces. */
        total: z.int(),
      }),
    ),

  tag: route('POST', '/traces/tags', 'Add tags to traces or remove them')
    .input(
      z.strictObject({
        ...traceSelection,
        add: z.array(tag).max(20).default([]),
        remove: z.array(tag).max(20).default([]),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors })
    .output(
      z.object({
        tagged: z.int(),
        /** Traces whose tags changed, for undo. Contains as many ids as one request can list. */
        changed: z.array(Id),
      }),
    ),

  pin: route('POST', '/traces/pins', 'Pin or unpin traces; retention keeps pinned traces')
    .input(z.strictObject({ ...traceSelection, isPinned: z.boolean() }))
    .errors({ ...commonErrors, ...filterErrors })
    .output(
      z.object({
        /** Number of traces that changed. */
        count: z.int(),
        /** Ids of changed traces, for undo. Contains as many as one request can list. */
        changed: z.array(Id),
      }),
    ),

  deleteMany: route(
    'POST',
    '/traces/delete',
    'Delete traces with their payloads and recordings, including pinned traces',
  )
    .input(z.strictObject(traceSelection))
    .errors({ ...commonErrors, ...filterErrors })
    .output(
      z.object({
        deleted: z.int(),
        /** Number of traces whose runs are still active. */
        live: z.int(),
      }),
    ),

  get: route('GET', '/traces/{id}', 'Get a trace and its spans without payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.trace })
    .output(z.object({ trace: Trace, spans: z.array(Span) })),

  outline: route('GET', '/traces/{id}/outline', 'Stream a trace of any size, without payloads')
    .input(byId)
    .errors({ ...commonErrors, ...notFound.trace })
    .output(eventIterator(OutlinePart)),

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
        message: 'The run of this trace is still active. Cancel it or wait for its end',
        data: z.object({ status: RunStatus }),
      },
    })
    .output(z.object({})),
}
