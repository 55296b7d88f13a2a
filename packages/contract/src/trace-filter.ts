import * as z from 'zod'
import { Micros, oneOrMore, PathNumber } from './common.ts'
import { SpanStatus } from './spans.ts'

/** The door a trace came in by. */
export const TraceSource = z.enum(['langsmith', 'otlp', 'import'])
export type TraceSource = z.infer<typeof TraceSource>

/** What is asked for instead of a door where a trace came in by none: runs of Lathe's own. */
export const OWN_SOURCE = 'lathe'

/** Names of environments, or `*` for all. Without it, `comparison`, `replay` and `test` are left out, unless `filter` names an environment. */
export const environments = oneOrMore(z.string().min(1).max(100))

/** Which traces; every parameter must hold. */
export const traceFilter = {
  /** As typed: `status:error latency:>2s model:gpt* "refund policy"`, or `(status:error OR tag:vip) AND NOT root:chat`. */
  filter: z.string().max(2_000).optional(),
  status: oneOrMore(SpanStatus).optional(),
  /** Slug or id. */
  agent: z.string().optional(),
  /** Number of the agent's version. */
  version: PathNumber.optional(),
  threadId: z.string().max(500).optional(),
  source: oneOrMore(TraceSource).optional(),
  /** Name of the project its sender gave it. */
  project: z.string().max(500).optional(),
  environment: environments.optional(),
  /** Bounds of the start; `to` itself is not included. */
  from: z.coerce.number().int().nonnegative().optional(),
  to: z.coerce.number().int().nonnegative().optional(),
  /** Text in the title. */
  q: z.string().max(200).optional(),
}

export const filterErrors = {
  INVALID_FILTER: {
    status: 400,
    message: 'The filter cannot be understood',
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
    /** Where it says little itself, as the id of a project that was deleted. */
    label: z.string().optional(),
    count: z.int(),
  }),
)

export const Facets = z.object({
  facets: z.array(z.object({ key: FacetKey, values: facetValues })),
  /** Keys of the metadata that roots came with, most used first; no more than the most used, and of each the most frequent values. */
  metadata: z.array(
    z.object({
      key: z.string(),
      /** How many traces have it. */
      count: z.int(),
      values: facetValues,
    }),
  ),
  /** Keys of what was said of traces or their steps, whatever the filter asks of feedback; most used first. */
  feedback: z.array(z.object({ key: z.string(), /** How many traces have it. */ count: z.int() })),
  /** How many traces were counted: no more than the newest of them. */
  counted: z.int(),
  /** Whether there are more. */
  isPartial: z.boolean(),
})
export type Facets = z.infer<typeof Facets>

export const TraceHistogram = z.object({
  from: Micros,
  to: Micros,
  /** Width of a bar, microseconds. */
  step: z.int().positive(),
  /** Only those with traces, in order of time. */
  bars: z.array(z.object({ at: Micros, count: z.int(), errors: z.int() })),
  /** Whether older ones were not counted: words that very many spans have are looked for in the newest. */
  isPartial: z.boolean(),
})
export type TraceHistogram = z.infer<typeof TraceHistogram>
