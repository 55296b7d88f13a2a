import { computeCost, createPriceFinder, unknownCost } from '@lathe/traces'
import { previewRepricing, repriceTraces } from '../store/reprice-traces.ts'
import type { CalculateCost } from '../store/complete-part.ts'
import { api, type Context } from '../../api/context.ts'
import { listPrices } from '../../models/prices.store.ts'

export const repricingRoutes = {
  previewRepricing: api.models.previewRepricing.handler(async ({ input, context }) =>
    previewRepricing(context.db, context.workspaceId, input, await createCostCalculator(context)),
  ),

  reprice: api.models.reprice.handler(async ({ input, context }) =>
    repriceTraces(context.db, context.workspaceId, input, await createCostCalculator(context)),
  ),
}

/** Reads the current price table. */
async function createCostCalculator({ db, workspaceId }: Context): Promise<CalculateCost> {
  const find = createPriceFinder(await listPrices(db, workspaceId))
  return (model, usage, time) => {
    const price = find(model, time)
    return price ? computeCost(price, usage) : unknownCost
  }
}
