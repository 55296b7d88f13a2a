import type { Cost, ModelPrice, Usage } from '@lathe/contract'
import { computeCost, createPriceFinder, unknownCost } from '@lathe/traces'

type PriceOf = (model: string, usage: Usage, at: number) => Cost

export type PriceBook = {
  /** Returns the workspace's prices for a whole run, so that calls need no lookup. */
  of: (workspaceId: string) => Promise<PriceOf>
  /** Call after a workspace's table has changed. */
  refresh: (workspaceId: string) => Promise<void>
}

/** How long a change by another process may go unnoticed. */
const STALE_MS = 10_000

type Table = { find: ReturnType<typeof createPriceFinder>; loadedAt: number }

/**
 * Creates the price book. Loads a workspace's table on first use; while that fails, prices are
 * unknown.
 */
export function createPriceBook(
  load: (workspaceId: string) => Promise<readonly ModelPrice[]>,
  onError: (error: unknown) => void,
): PriceBook {
  const tables = new Map<string, Table>()

  const refresh = async (workspaceId: string) => {
    const known = tables.get(workspaceId)
    if (known) known.loadedAt = performance.now()
    const find = createPriceFinder(await load(workspaceId))
    tables.set(workspaceId, { find, loadedAt: performance.now() })
  }
  const priceOf = (workspaceId: string, model: string, usage: Usage, at: number): Cost => {
    const table = tables.get(workspaceId)
    if (!table || performance.now() - table.loadedAt > STALE_MS) refresh(workspaceId).catch(onError)
    const price = table?.find(model, at)
    return price ? computeCost(price, usage) : unknownCost
  }
  return {
    of: async (workspaceId) => {
      if (!tables.has(workspaceId)) await refresh(workspaceId).catch(onError)
      return (...call) => priceOf(workspaceId, ...call)
    },
    refresh,
  }
}
