import * as z from 'zod'
import { Id, Micros } from './common.ts'
import { commonErrors } from './errors.ts'
import { route } from './route.ts'

const Side = z.object({
  /** Nano-dollars, of the calls with a price. */
  cost: z.int().nonnegative(),
  /** Calls without one. */
  unpriced: z.int(),
})

/** What the price table as it is now makes of the calls of one model. */
export const Repriced = z.object({
  model: z.string(),
  calls: z.int(),
  /** Those that cost something else than before. */
  changed: z.int(),
  before: Side,
  after: Side,
})
export type Repriced = z.infer<typeof Repriced>

/** Where the next part begins. */
const Place = z.strictObject({ startedAt: Micros, id: Id })

export const Repricing = z.object({
  models: z.array(Repriced),
  /** Traces with calls that were looked at. */
  traces: z.int(),
  /** Calls whose cost their own program told: it stays. */
  kept: z.int(),
  /** Null after the last part. */
  next: Place.nullable(),
})
export type Repricing = z.infer<typeof Repricing>

const which = z.strictObject({
  /** Of the traces' starts; everything without them. */
  from: Micros.optional(),
  to: Micros.optional(),
  after: Place.optional(),
})

/** Both go over history in parts, newest first: ask again with `next` as `after` until it is null. */
export const repricing = {
  previewRepricing: route(
    'POST',
    '/prices/reprice/preview',
    'Preview the cost of past calls at current prices',
  )
    .input(which)
    .errors(commonErrors)
    .output(Repricing),

  reprice: route('POST', '/prices/reprice', 'Reprice past calls at current prices')
    .input(which)
    .errors(commonErrors)
    .output(Repricing),
}
