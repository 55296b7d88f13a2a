import * as z from 'zod'
import { Id, Micros } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { route } from '../route.ts'

const CostSide = z.object({
  /** Nano-dollars of the calls with a price. */
  cost: z.int().nonnegative(),
  /** Number of calls without a price. */
  unpriced: z.int(),
})

/** Cost of one model's calls at current prices. */
export const ModelRepricing = z.object({
  model: z.string(),
  calls: z.int(),
  /** Number of calls whose cost changes. */
  changed: z.int(),
  before: CostSide,
  after: CostSide,
})
export type ModelRepricing = z.infer<typeof ModelRepricing>

/** Cursor of the next part. */
const Cursor = z.strictObject({ startedAt: Micros, id: Id })

export const Repricing = z.object({
  models: z.array(ModelRepricing),
  /** Number of examined traces that have calls. */
  traces: z.int(),
  /** Calls whose cost was reported by their own program. It stays unchanged. */
  unchanged: z.int(),
  /** Null after the last part. */
  next: Cursor.nullable(),
})
export type Repricing = z.infer<typeof Repricing>

const repricingInput = z.strictObject({
  /** Range of trace starts. Unbounded if absent. */
  from: Micros.optional(),
  to: Micros.optional(),
  after: Cursor.optional(),
})

/**
 * Both process the history in parts, newest first. Repeat with `next` as `after` until it is null.
 */
export const repricing = {
  previewRepricing: route(
    'POST',
    '/prices/reprice/preview',
    'Preview the cost of past calls at current prices',
  )
    .input(repricingInput)
    .errors(commonErrors)
    .output(Repricing),

  reprice: route('POST', '/prices/reprice', 'Reprice past calls at current prices')
    .input(repricingInput)
    .errors(commonErrors)
    .output(Repricing),
}
