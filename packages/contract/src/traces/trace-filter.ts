import * as z from 'zod'
import { Micros, oneOrMore, PathNumber } from '../common.ts'
import { SpanStatus } from './spans.ts'

/** The integration that received a trace. */
export const TraceSource = z.enum(['langsmith', 'otlp', 'import'])
export type TraceSource = z.infer<typeof TraceSource>

/** Source of Lathe's own runs in filters. */
export const LATHE_SOURCE = 'lathe'

/**
 * Names of environments, or `*` for all. By default, `comparison`, `replay` and `test` are excluded
 * unless `filter` names an environment.
 */
export const environments = oneOrMore(z.string().min(1).max(100))

/** Selects the traces that match every parameter. */
export const traceFilter = {
  /**
   * In filter syntax: `status:error latency:>2s model:gpt* "refund policy"`, or `(status:error OR
   * tag:vip) AND NOT root:chat`.
   */
  filter: z.string().max(2_000).optional(),
  status: oneOrMore(SpanStatus).optional(),
  /** Slug or id. */
  agent: z.string().optional(),
  /** Version number of the agent. */
  version: PathNumber.optional(),
  threadId: z.string().max(500).optional(),
  source: oneOrMore(TraceSource).optional(),
  /** Project name that the sender set. */
  project: z.string().max(500).optional(),
  environment: environments.optional(),
  /** Range of the start. `to` is exclusive. */
  from: z.coerce.number().int().nonnegative().optional(),
  to: z.coerce.number().int().nonnegative().optional(),
  /** Text in the title. */
  q: z.string().max(200).optional(),
}

export const filterErrors = {
  INVALID_FILTER: {
    status: 400,
    message: 'The filter is invalid',
    data: z.object({
      problems: z.array(z.object({ at: z.int(), length: z.int(), message: z.string() })),
    }),
  },
} as const

export const FacetKey = z.enum([
  'status',
  'source',
  'agent',
  'project',
  'environment',
  'name',
  'model',
  'tool',
  'node',
  'tag',
  'error',
])
export type FacetKey = z.infer<typeof FacetKey>

/** Most frequent first. */
const facetValues = z.array(
  z.object({
    value: z.string(),
    /** Readable label if the value is not, such as the id of a deleted project. */
    label: z.string().optional(),
    count: z.int(),
  }),
)

export const Facets = z.object({
  facets: z.array(z.object({ key: FacetKey, values: facetValues })),
  /**
   * Metadata keys of root spans, most used first, with their most frequent values. Both lists are
   * limited.
   */
  metadata: z.array(
    z.object({
      key: z.string(),
      /** Number of traces with this key. */
      count: z.int(),
      values: facetValues,
    }),
  ),
  /**
   * Feedback keys of the traces and their spans, ignoring the filter's own feedback conditions;
   * most used first.
   */
  feedback: z.array(z.object({ key: z.string(), /** How many traces have it. */ count: z.int() })),
  /** Number of counted traces: the newest, up to a limit. */
  counted: z.int(),
  /** Whether more traces match. */
  isPartial: z.boolean(),
})
export type Facets = z.infer<typeof Facets>

export const TraceHistogram = z.object({
  from: Micros,
  to: Micros,
  /** Width of a bar in microseconds. */
  step: z.int().positive(),
  /** Only bars with traces, in chronological order. */
  bars: z.array(z.object({ at: Micros, count: z.int(), errors: z.int() })),
  /**
   * Whether older traces were not counted. Very frequent search terms are only looked up in the
   * newest traces.
   */
  isPartial: z.boolean(),
})
export type TraceHistogram = z.infer<typeof TraceHistogram>
