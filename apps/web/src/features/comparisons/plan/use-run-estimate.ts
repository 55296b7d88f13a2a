import { type Callees, type GraphDocument, noUsage } from '@lathe/contract'
import { calleeKey, calleeRefs, estimateDocument, NO_CALLEES, unpricedModels } from '@lathe/graph'
import { BATCH_RATE, costOf, findPrice } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import { judgeDocument, judgeModels, judgingLeft } from './judging-left.ts'
import type { Documents } from '../variants/documents.ts'

export type RunEstimate = {
  /** Cells that have not run yet. */
  cells: number
  /** Verdicts that are not there yet. */
  verdicts: number
  /** Of cells and of judges. */
  calls: number
  tokens: number
  /** Nano-dollars; null when a price is unknown. */
  cost: number | null
  /** Some of it goes in batches. */
  isBatch: boolean
}

/** Models whose price nobody knows, whatever is left to run. */
export type Unpriced = { cells: readonly string[]; judges: readonly string[] }

/** What running what is left takes, typically; undefined until prices and graphs are known. */
export function useRunEstimate(
  documents: Documents,
): (RunEstimate & { unpriced: Unpriced }) | undefined {
  const plan = useWholePlan()
  const { isWhole, detail } = useComparison()
  const { grid } = detail
  const { data: prices } = useQuery(api.models.prices.queryOptions())
  const callees = useCallees(documents)
  const [now] = useState(() => Date.now() * 1_000)

  return useMemo(() => {
    if (!prices || !callees || !isWhole || plan.variants.some(({ key }) => !documents.has(key)))
      return undefined
    const finished = Map.groupBy(
      grid.filter(({ status }) => status === 'success'),
      ({ variant }) => variant,
    )
    const isPriced = (model: string) => findPrice(prices, model, now) !== undefined
    const each = (document: GraphDocument | undefined) =>
      document &&
      estimateDocument(document, {
        priceOf: (model, usage) => {
          const price = findPrice(prices, model, now)
          return price ? costOf(price, { ...noUsage, ...usage }).total : null
        },
        callees,
      }).total
    const perColumn = plan.cases.length * plan.repeats
    const columns = plan.variants.map(({ key, base }): RunEstimate => {
      const total = each(documents.get(key))
      const isBatch = plan.batch && base.type === 'prompt'
      const cells = Math.max(0, perColumn - (finished.get(key)?.length ?? 0))
      return {
        cells,
        verdicts: 0,
        calls: cells * (total?.calls.typical ?? 0),
        tokens: cells * (total?.tokens.typical ?? 0),
        cost: total ? total.cost && cells * total.cost.typical * (isBatch ? BATCH_RATE : 1) : 0,
        isBatch: isBatch && cells > 0,
      }
    })
    const judges = judgingLeft(plan, grid).map(({ check, verdicts, calls }): RunEstimate => {
      const total = each(judgeDocument(check))
      return {
        cells: 0,
        verdicts,
        calls,
        tokens: calls * (total?.tokens.typical ?? 0),
        cost: total ? total.cost && calls * total.cost.typical : 0,
        isBatch: false,
      }
    })
    const sum = [...columns, ...judges].reduce(added, NOTHING)
    const models = [...documents.values()].flatMap((one) => unpricedModels(one, callees, isPriced))
    const asked = plan.checks.flatMap(({ evaluator }) => judgeModels(evaluator))
    return {
      ...sum,
      unpriced: { cells: [...new Set(models)], judges: asked.filter((name) => !isPriced(name)) },
    }
  }, [prices, plan, documents, callees, grid, now, isWhole])
}

/** The agents that variants call and those they call; undefined until they are known. */
function useCallees(documents: Documents): Callees | undefined {
  const refs = [...documents.values()].flatMap(calleeRefs)
  const { data } = useQuery(
    api.agents.callees.queryOptions({
      input: { refs: [...new Map(refs.map((ref) => [calleeKey(ref), ref])).values()] },
      enabled: refs.length > 0,
    }),
  )
  return refs.length === 0 ? NO_CALLEES : data
}

const NOTHING: RunEstimate = {
  cells: 0,
  verdicts: 0,
  calls: 0,
  tokens: 0,
  cost: 0,
  isBatch: false,
}

const added = (a: RunEstimate, b: RunEstimate): RunEstimate => ({
  cells: a.cells + b.cells,
  verdicts: a.verdicts + b.verdicts,
  calls: a.calls + b.calls,
  tokens: a.tokens + b.tokens,
  cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  isBatch: a.isBatch || b.isBatch,
})
