import type { Callees, Cell, ComparisonPlan, ComparisonStatus, ReusableCell } from '@lathe/contract'
import { calleeKey, calleeRefs, NO_CALLEES } from '@lathe/graph'
import { createPriceFinder } from '@lathe/traces'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, client } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'
import { type Documents, useDocuments, useMoved } from '../variants/documents.ts'
import { createEstimator, type Estimator } from './run-estimate.ts'

/** Estimates the cost of running any part. Undefined while cells, prices or graphs load. */
export function useEstimator(): Estimator | undefined {
  const plan = useWholePlan()
  const { isWhole, detail } = useComparison()
  const { grid, status } = detail
  const moved = useMoved()
  const current = useMemo(
    () => (moved.size === 0 ? grid : grid.filter(({ variant }) => !moved.has(variant))),
    [grid, moved],
  )
  const known = useKnown()
  const estimator = useEstimatorOf(plan, { grid: current, status, known })
  return isWhole ? estimator : undefined
}

type Ran = { grid: readonly Cell[]; status: ComparisonStatus; known: readonly ReusableCell[] }

/** Estimates a plan on any page. Pass a stable `grid`. */
export function useEstimatorOf(
  plan: ComparisonPlan,
  { grid, status, known }: Ran,
): Estimator | undefined {
  const documents = useDocuments(plan.variants)
  const { data: prices } = useQuery(api.models.prices.queryOptions())
  const callees = useCallees(documents)
  const [now] = useState(() => Date.now() * 1_000)

  return useMemo(() => {
    if (!prices || !callees || plan.variants.some(({ key }) => !documents.has(key)))
      return undefined
    const priceOf = createPriceFinder(prices)
    return createEstimator({ plan, grid, status, known, documents, callees, priceOf, now })
  }, [prices, plan, documents, callees, grid, status, known, now])
}

/** The agents that variants call, directly or indirectly. Undefined while loading. */
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

const NONE: readonly ReusableCell[] = []

/** The cells of the saved plan that can be reused. */
function useKnown(): readonly ReusableCell[] {
  const { detail } = useComparison()
  const { variants, cases, reuse } = useWholePlan()
  const { id, status, revision, updatedAt } = detail
  const mayReuse = variants.some((one) => one.reuse ?? reuse) && cases.length > 0
  const { data } = useQuery({
    queryKey: [...api.comparisons.reusable.key({ input: { id } }), status, revision, updatedAt],
    queryFn: async () => (await client.comparisons.reusable({ id })).cells,
    enabled: mayReuse && status !== 'running',
    placeholderData: keepPreviousData,
  })
  return (mayReuse && status !== 'running' && data) || NONE
}
