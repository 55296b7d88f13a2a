import type { Cost, ModelPrice, Usage } from '@lathe/contract'
import { costOf, findPrice, unknownCost } from '@lathe/traces'

export type PriceBook = {
  /** Without waiting: a run does not stop to look prices up. */
  priceOf: (model: string, usage: Usage, at: number) => Cost
  /** Call after the table has changed. */
  refresh: () => Promise<void>
}

/** How long another process's change of the table may go unnoticed. */
const STALE_MS = 10_000

export async function createPriceBook(
  load: () => Promise<readonly ModelPrice[]>,
  onError: (error: unknown) => void,
): Promise<PriceBook> {
  let prices = await load()
  let loadedAt = performance.now()

  const refresh = async () => {
    loadedAt = performance.now()
    prices = await load()
  }
  const priceOf = (model: string, usage: Usage, at: number): Cost => {
    if (performance.now() - loadedAt > STALE_MS) refresh().catch(onError)
    const price = findPrice(prices, model, at)
    return price ? costOf(price, usage) : unknownCost
  }
  return { priceOf, refresh }
}
