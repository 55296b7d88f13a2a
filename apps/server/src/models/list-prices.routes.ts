import { api, type Context } from '../api/context.ts'
import { listPrices as shipped } from './list-prices/list-prices.ts'
import { addPrices, listPrices } from './prices.store.ts'

export const listPriceRoutes = {
  newListPrices: api.models.newListPrices.handler(async ({ context }) => await lacking(context)),

  addListPrices: api.models.addListPrices.handler(async ({ input, context }) => {
    const requestedPrices = input.prices && new Set(input.prices.map(placeOf))
    const chosen = (await lacking(context)).filter(
      (price) => requestedPrices?.has(placeOf(price)) ?? true,
    )
    const added = await addPrices(context.db, context.workspaceId, chosen)
    await context.prices.refresh(context.workspaceId)
    return { added }
  }),
}

async function lacking({ db, workspaceId }: Context) {
  const known = new Set((await listPrices(db, workspaceId)).map(placeOf))
  return shipped.filter((price) => !known.has(placeOf(price)))
}

const placeOf = ({ pattern, validFrom }: { pattern: string; validFrom: number }) =>
  `${validFrom} ${pattern}`
