import type { Cell } from '@lathe/contract'

/** Returns names by key. Duplicate names get their key as a suffix. */
export function uniqueNames(
  list: readonly { key: string; name: string }[],
): ReadonlyMap<string, string> {
  const byName = Map.groupBy(list, ({ name }) => name)
  return new Map(
    list.map(({ key, name }) => {
      const isDuplicate = (byName.get(name)?.length ?? 0) > 1
      return [key, isDuplicate ? `${name} (${key})` : name]
    }),
  )
}

/** Totals of a variant's finished cells. */
export type VariantFacts = {
  finished: number
  errors: number
  /** Cells in whose run a model refused to answer. */
  refusalCount: number
  latencyP50: number | null
  latencyP95: number | null
  firstToken: number | null
  input: number
  output: number
  /** Nano-dollars. Null if a price is unknown. */
  cost: number | null
  /** Cost of the calls with a known price, and the number of the other calls. */
  pricedCost: number
  unpriced: number
}

/** Sums up a variant's cells. */
export function variantFacts(cells: readonly Cell[]): VariantFacts {
  const finished = cells.filter(({ status }) => status === 'success')
  const sumFinished = (pick: (cell: Cell) => number) =>
    finished.reduce((sum, cell) => sum + pick(cell), 0)
  const latencies = finished.flatMap(({ latencyMs }) => latencyMs ?? [])
  return {
    finished: finished.length,
    errors: cells.filter(({ status }) => status === 'error').length,
    refusalCount: cells.filter(({ isRefused }) => isRefused).length,
    latencyP50: quantile(latencies, 0.5),
    latencyP95: quantile(latencies, 0.95),
    firstToken: quantile(
      finished.flatMap(({ firstTokenMs }) => firstTokenMs ?? []),
      0.5,
    ),
    input: sumFinished(({ usage }) => usage?.input ?? 0),
    output: sumFinished(({ usage }) => usage?.output ?? 0),
    cost: finished.some(({ cost }) => cost === null) ? null : sumFinished(({ cost }) => cost ?? 0),
    pricedCost: sumFinished(({ pricedCost }) => pricedCost),
    unpriced: sumFinished(({ unpriced }) => unpriced),
  }
}

/**
 * Quantile by linear interpolation between order statistics (R's type 7). Null for an empty list.
 */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const below = sorted[Math.floor(position)]
  const upper = sorted[Math.ceil(position)]
  if (below === undefined || upper === undefined) return null
  return below + (upper - below) * (position - Math.floor(position))
}
