import * as z from 'zod'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'
import { filterErrors } from './trace-filter.ts'

/** Built-in properties of traces. Differences also have `metadata.` and `feedback.` keys. */
export const DifferenceKey = z.enum([
  'status',
  'agent',
  'version',
  'project',
  'source',
  'environment',
  'name',
  'node',
  'tool',
  'model',
  'tag',
  'error',
  'latency',
  'ttft',
  'input',
  'output',
  'cost',
  'spans',
])
export type DifferenceKey = z.infer<typeof DifferenceKey>

const group = z.object({
  /** Number of counted traces: the newest that match its filter only. */
  counted: z.int(),
  /** More traces match than were counted. */
  isPartial: z.boolean(),
})

/** `with`: traces that have the property. `of`: traces for which it is known. */
const share = z.object({ with: z.int(), of: z.int() })

export const TraceDifference = z.object({
  /** A `DifferenceKey`, or a filter key such as `metadata.customer` or `feedback.thumbs`. */
  key: z.string(),
  /**
   * `*` of metadata means that the key is present. A number is the common median of both groups, and the shares are of the
   * traces above it: microseconds, tokens, nano-dollars, or a score.
   */
  value: z.union([z.string(), z.number()]),
  /** The filter that finds the traces. */
  term: z.string(),
  /** Other properties of (nearly) the same traces, which explain the difference equally well. */
  same: z.array(
    z.object({ key: z.string(), value: z.union([z.string(), z.number()]), term: z.string() }),
  ),
  these: share,
  those: share,
  /** Share in the first group minus share in the second. */
  difference: z.number(),
  /** 95 % interval, not corrected for multiple tests. */
  low: z.number(),
  high: z.number(),
  /** Fisher's exact test, Holm-adjusted over the distinct sets of traces that were tested. */
  p: z.number(),
})
export type TraceDifference = z.infer<typeof TraceDifference>

export const TraceDifferences = z.object({
  these: group,
  those: group,
  /**
   * Traces that match both filters. They count in the first group only, so `those` may match all
   * traces.
   */
  both: z.int(),
  /** Number of distinct sets of traces that were tested. */
  tested: z.int(),
  /**
   * Significant findings first. Properties set before a trace ran (metadata, tags, versions) precede measurements of it
   * (latency, tokens, nodes). Larger effects come first, by the end of the interval nearest to 0.
   */
  items: z.array(TraceDifference),
})
export type TraceDifferences = z.infer<typeof TraceDifferences>

const filter = z.string().max(2_000)

export const traceDifferences = {
  differences: route('GET', '/trace-differences', 'Compare two groups of traces')
    .input(
      z.strictObject({
        /** In filter syntax: `status:error`. */
        these: filter,
        those: filter.default(''),
        /** Applies to both groups. */
        filter: filter.optional(),
        from: z.coerce.number().int().optional(),
        to: z.coerce.number().int().optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors })
    .output(TraceDifferences),
}
