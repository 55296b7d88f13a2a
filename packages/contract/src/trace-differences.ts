import * as z from 'zod'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'
import { filterErrors } from './trace-filter.ts'

/** What may explain why some traces are unlike others. */
export const DifferenceKey = z.enum([
  'status',
  'agent',
  'version',
  'project',
  'source',
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
  key: DifferenceKey,
  /** Of a number: above this, the middle of both groups together; microseconds, tokens, nano-dollars. */
  value: z.union([z.string(), z.number()]),
  /** As it is typed into the filter. */
  term: z.string(),
  these: share,
  those: share,
  /** Share of these less share of those. */
  difference: z.number(),
  /** 95 %, each by itself. */
  low: z.number(),
  high: z.number(),
  /** Fisher's exact test, adjusted by Holm for all that were looked at. */
  p: z.number(),
})
export type TraceDifference = z.infer<typeof TraceDifference>

export const TraceDifferences = z.object({
  these: group,
  those: group,
  /** Pass both filters, and are counted among these alone: so `those` may be all. */
  both: z.int(),
  /** How many differences were looked at. */
  tested: z.int(),
  /** The surest first. */
  items: z.array(TraceDifference),
})
export type TraceDifferences = z.infer<typeof TraceDifferences>

const filter = z.string().max(2_000)

export const traceDifferences = {
  differences: route('GET', '/trace-differences', 'What tells these traces from those')
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
