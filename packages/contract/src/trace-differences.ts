import * as z from 'zod'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'
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
  /** Of the newest that pass its filter alone. */
  counted: z.int(),
  /** There are more than were counted. */
  isPartial: z.boolean(),
})

/** How many have something, of how many of which it is known. */
const share = z.object({ with: z.int(), of: z.int() })

export const TraceDifference = z.object({
  /** A `DifferenceKey`, or as in a filter `metadata.customer` or `feedback.thumbs`. */
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
  /** Share of these less share of those. */
  difference: z.number(),
  /** 95 %, each by itself. */
  low: z.number(),
  high: z.number(),
  /** Fisher's exact test, corrected by Holm for every distinct set of traces that was tested. */
  p: z.number(),
})
export type TraceDifference = z.infer<typeof TraceDifference>

export const TraceDifferences = z.object({
  these: group,
  those: group,
  /** Pass both filters, and are counted among these alone: so `those` may be all. */
  both: z.int(),
  /** How many distinct sets of traces were tested. */
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
        /** As typed: `status:error`. */
        these: filter,
        those: filter.default(''),
        /** Holds for both. */
        filter: filter.optional(),
        from: z.coerce.number().int().optional(),
        to: z.coerce.number().int().optional(),
      }),
    )
    .errors({ ...commonErrors, ...filterErrors })
    .output(TraceDifferences),
}
