import { noUsage } from '@lathe/contract'
import { estimateDocument } from '@lathe/graph'
import { costOf, findPrice } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import type { Documents } from '../variants/documents.ts'

export type RunEstimate = {
  /** Cells that have not run yet. */
  cells: number
  calls: number
  tokens: number
  /** Nano-dollars; null when a price is unknown. */
  cost: number | null
}

/** What running what is left takes, typically; undefined until prices and graphs are known. */
export function useRunEstimate(documents: Documents): RunEstimate | undefined {
  const plan = useWholePlan()
  const { grid } = useComparison().detail
  const { data: prices } = useQuery(api.models.prices.queryOptions())
  const [now] = useState(() => Date.now() * 1_000)

  return useMemo(() => {
    if (!prices || plan.variants.some(({ key }) => !documents.has(key))) return undefined
    const finished = Map.groupBy(
      grid.filter(({ status }) => status === 'success'),
      ({ variant }) => variant,
    )
    const perColumn = plan.cases.length * plan.repeats
    return plan.variants
      .map(({ key }): RunEstimate => {
        const document = documents.get(key)
        const cells = Math.max(0, perColumn - (finished.get(key)?.length ?? 0))
        if (!document) return { cells, calls: 0, tokens: 0, cost: 0 }
        const { total } = estimateDocument(document, {
          priceOf: (model, usage) => {
            const price = findPrice(prices, model, now)
            return price ? costOf(price, { ...noUsage, ...usage }).total : null
          },
        })
        return {
          cells,
          calls: cells * total.calls.typical,
          tokens: cells * total.tokens.typical,
          cost: total.cost && cells * total.cost.typical,
        }
      })
      .reduce(added, { cells: 0, calls: 0, tokens: 0, cost: 0 })
  }, [prices, plan, documents, grid, now])
}

const added = (a: RunEstimate, b: RunEstimate): RunEstimate => ({
  cells: a.cells + b.cells,
  calls: a.calls + b.calls,
  tokens: a.tokens + b.tokens,
  cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
})
