import type { Cell } from '@lathe/contract'

/** By their keys; those that share a name are told apart by the key. */
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

/** What a column's finished cells took. */
export type VariantFacts = {
  finished: number
  errors: number
  /** In whose runs a model would not answer. */
  refused: number
  latencyP50: number | null
  latencyP95: number | null
  firstToken: number | null
  input: number
  output: number
  /** Nano-dollars; null when a price is unknown. */
  cost: number | null
  /** Of the calls whose price is known, and how many others there are. */
  pricedCost: number
  unpriced: number
}

export function variantFacts(cells: readonly Cell[]): VariantFacts {
  const finished = cells.filter(({ status }) => status === 'success')
  const sumFinished = (pick: (cell: Cell) => number) =>
    finished.reduce((sum, cell) => sum + pick(cell), 0)
  const latencies = finished.flatMap(({ latencyMs }) => latencyMs ?? [])
  return {
    finished: finished.length,
    errors: cells.filter(({ status }) => status === 'error').length,
    refused: cells.filter(({ isRefused }) => isRefused).length,
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

/** By linear interpolation between order statistics (R's type 7); null of nothing. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}
