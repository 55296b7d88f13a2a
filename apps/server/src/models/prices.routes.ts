import { api } from '../api/context.ts'
import { deletePrice, listPrices, setPrice } from './prices.store.ts'

export const priceRoutes = {
  prices: api.models.prices.handler(({ context }) => listPrices(context.db, context.workspaceId)),

  setPrice: api.models.setPrice.handler(async ({ input, context }) => {
    const price = await setPrice(context.db, context.workspaceId, input)
    await context.prices.refresh(context.workspaceId)
    return price
  }),

  deletePrice: api.models.deletePrice.handler(async ({ input, context, errors }) => {
    const isDeleted = await deletePrice(context.db, context.workspaceId, input.id)
    if (!isDeleted) throw errors.NO_SUCH_PRICE()
    await context.prices.refresh(context.workspaceId)
    return {}
  }),
}
