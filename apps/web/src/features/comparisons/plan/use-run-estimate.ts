import type {
  CalledAgents,
  Cell,
  ComparisonPlan,
  ComparisonStatus,
  ReusableCell,
} from '@lathe/contract'
import { calledAgentKey, listCalledAgents, NO_CALLED_AGENTS } from '@lathe/graph'
import { createPriceFinder } from '@lathe/traces'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { useComparison, useFullPlan } from '../comparison-context.ts'
import { type Documents, useDocuments, useOutdatedVariants } from '../variants/documents.ts'
import { createEstimator, type Estimator } from './run-estimate.ts'

/** Estimates the cost of running any part. Undefined while cells, prices or graphs load. */
export function useEstimator(): Estimator | undefined {
  const plan = useFullPlan()
  const { isFullyLoaded, detail } = useComparison()
  const { grid, status } = detail
  const outdatedKeys = useOutdatedVariants()
  const current = useMemo(
    () =>
      outdatedKeys.size === 0 ? grid : grid.filter(({ variant }) => !outdatedKeys.has(variant)),
    [grid, outdatedKeys],
  )
  const reusableCells = useReusableCells()
  const estimator = usePlanEstimator(plan, { grid: current, status, reusable: reusableCells })
  return isFullyLoaded ? estimator : undefined
}

type RunResults = {
  grid: readonly Cell[]
  status: ComparisonStatus
  reusable: readonly ReusableCell[]
}

/** Estimates a plan on any page. Pass a stable `grid`. */
export function usePlanEstimator(
  plan: ComparisonPlan,
  { grid, status, reusable: reusableCells }: RunResults,
): Estimator | undefined {
  const documents = useDocuments(plan.variants)
  const { data: prices } = useQuery(api.models.prices.queryOptions())
  const calledAgents = useCalledAgents(documents)
  const [now] = useState(() => Date.now() * 1_000)

  return useMemo(() => {
    if (!prices || !calledAgents || plan.variants.some(({ key }) => !documents.has(key)))
      return undefined
    const findPrice = createPriceFinder(prices)
    return createEstimator({
      plan,
      grid,
      status,
      reusable: reusableCells,
      documents,
      calledAgents,
      findPrice,
      now,
    })
  }, [prices, plan, documents, calledAgents, grid, status, reusableCells, now])
}

/** The agents that variants call, directly or indirectly. Undefined while loading. */
function useCalledAgents(documents: Documents): CalledAgents | undefined {
  const refs = [...documents.values()].flatMap(listCalledAgents)
  const { data } = useQuery(
    api.agents.calledAgents.queryOptions({
      input: { refs: [...new Map(refs.map((ref) => [calledAgentKey(ref), ref])).values()] },
      enabled: refs.length > 0,
    }),
  )
  return refs.length === 0 ? NO_CALLED_AGENTS : data
}

const NONE: readonly ReusableCell[] = []

/** The cells of the saved plan that can be reused. */
function useReusableCells(): readonly ReusableCell[] {
  const { detail } = useComparison()
  const { variants, cases, reuse } = useFullPlan()
  const { id, status, revision, updatedAt } = detail
  const mayReuse = variants.some((variant) => variant.reuse ?? reuse) && cases.length > 0
  const { data } = useQuery({
    queryKey: [...api.comparisons.reusable.key({ input: { id } }), status, revision, updatedAt],
    queryFn: async () => (await client.comparisons.reusable({ id })).cells,
    enabled: mayReuse && status !== 'running',
    placeholderData: keepPreviousData,
  })
  return (mayReuse && status !== 'running' && data) || NONE
}
