import * as z from 'zod'
import { NanoDollars } from './common.ts'

/** What several calls cost together. */
export const Spending = z.object({
  /** Null where a part of it is unknown. */
  cost: NanoDollars,
  /** Nano-dollars of the known costs. */
  pricedCost: z.int().nonnegative(),
  /** Model calls whose cost is unknown because they have no price; where `unmetered` is not counted, for whatever reason. */
  unpriced: z.int().nonnegative(),
  /** Model calls whose cost is unknown because they reported no token counts. */
  unmetered: z.int().nonnegative().exactOptional(),
})
export type Spending = z.infer<typeof Spending>
