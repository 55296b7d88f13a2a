import * as z from 'zod'
import { NanoDollars } from './common.ts'

/** What several calls cost together. */
export const Spending = z.object({
  /** Null where a part of it is unknown. */
  cost: NanoDollars,
  /** Nano-dollars of the calls whose cost is known. */
  pricedCost: z.int().nonnegative(),
  /** Model calls whose cost nobody knows. */
  unpriced: z.int().nonnegative(),
})
export type Spending = z.infer<typeof Spending>
