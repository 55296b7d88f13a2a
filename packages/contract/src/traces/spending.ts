import * as z from 'zod'
import { NanoDollars } from '../common.ts'

/** Total cost of several calls. */
export const Spending = z.object({
  /** Null if a part is unknown. */
  cost: NanoDollars,
  /** Nano-dollars of the known costs. */
  pricedCost: z.int().nonnegative(),
  /**
   * Model calls without a price. Also counts calls without token counts if `unmetered` is absent.
   */
  unpriced: z.int().nonnegative(),
  /** Model calls whose cost is unknown because they reported no token counts. */
  unmetered: z.int().nonnegative().exactOptional(),
})
export type Spending = z.infer<typeof Spending>
