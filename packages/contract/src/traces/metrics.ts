import * as z from 'zod'
import { Id, Micros, NanoDollars } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'
import { SpanStatus } from './spans.ts'
import { environments } from './trace-filter.ts'
import { Usage } from './usage.ts'

/** Latencies in milliseconds. Null if there is nothing to measure. */
const Percentiles = z.object({
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
})

export const MetricsPoint = z.object({
  /** Start of the bucket. */
  at: Micros,
  runs: z.int(),
  errors: z.int(),
  modelCalls: z.int(),
  toolCalls: z.int(),
  toolErrors: z.int(),
  usage: Usage,
  /** Sum of the known costs; null if calls were made and no cost is known. */
  cost: NanoDollars,
  /** Model calls with token counts whose price is unknown. */
  unpriced: z.int(),
  /** Model calls that reported no token counts. */
  unmetered: z.int(),
  latency: Percentiles,
  firstToken: Percentiles,
})
export type MetricsPoint = z.infer<typeof MetricsPoint>

export const MetricsGroup = z.enum([
  'agent',
  'version',
  'project',
  'environment',
  'node',
  'model',
  'tool',
  'status',
])
export type MetricsGroup = z.infer<typeof MetricsGroup>

const Bucket = z.enum(['hour', 'day'])

/** One feedback key. The average covers entries with a score; true is 1 and false 0. */
export const FeedbackSeries = z.object({
  key: z.string(),
  count: z.int(),
  average: z.number().nullable(),
  points: z.array(z.object({ at: Micros, count: z.int(), average: z.number().nullable() })),
})
export type FeedbackSeries = z.infer<typeof FeedbackSeries>

const range = {
  from: z.coerce.number().int().nonnegative(),
  to: z.coerce.number().int().nonnegative(),
  agent: z.string().optional(),
  /** Name of a project of other programs, or the id of a deleted one. */
  project: z.string().max(500).optional(),
  environment: environments.optional(),
}

export const metrics = {
  series: route(
    'GET',
    '/metrics/series',
    'Get metrics over time, one point per bucket, gaps filled',
  )
    .input(z.strictObject({ ...range, bucket: Bucket.default('hour') }))
    .errors(commonErrors)
    .output(z.object({ points: z.array(MetricsPoint), total: MetricsPoint })),

  groups: route('GET', '/metrics/groups', 'Get metrics of a time range grouped by a dimension')
    .input(z.strictObject({ ...range, by: MetricsGroup, bucket: Bucket.optional() }))
    .errors(commonErrors)
    .output(
      z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          /** Trace filter that selects the group. */
          filter: z.string(),
          total: MetricsPoint,
          /** One point per requested bucket, for the groups with the most runs. */
          points: z.array(MetricsPoint),
        }),
      ),
    ),

  feedback: route('GET', '/metrics/feedback', 'Get feedback over time, one series per key')
    .input(z.strictObject({ ...range, bucket: Bucket.default('hour') }))
    .errors(commonErrors)
    .output(z.array(FeedbackSeries)),

  /** Oldest first, like a time axis. */
  perRun: route('GET', '/metrics/runs', 'Get tokens and latency of the newest traces')
    .input(
      z.strictObject({
        ...range,
        from: range.from.optional(),
        to: range.to.optional(),
        limit: z.coerce.number().int().min(1).max(200).default(40),
      }),
    )
    .errors(commonErrors)
    .output(
      z.array(
        z.object({
          traceId: Id,
          title: z.string(),
          agentSlug: z.string().nullable(),
          status: SpanStatus,
          startedAt: Micros,
          environment: z.string(),
          /** Excludes time spent waiting for a human. */
          latencyMs: z.number().nullable(),
          /** Milliseconds spent waiting for a human. */
          waitingMs: z.number(),
          firstTokenMs: z.number().nullable(),
          usage: Usage,
          cost: NanoDollars,
        }),
      ),
    ),
}
