import type { Cell, CellSelection, ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../lib/api/api.ts'
import { errorCode, describeError } from '../../lib/api/describe-error.ts'
import { useComparison } from './comparison-context.ts'
import { planProblems } from './plan/plan-problems.ts'
import { comparisonKey } from './comparison-queries.ts'

export const NOT_LOADED = 'Cells are still loading'
/** A rerun bypasses the cache. */
export const RUN_AGAIN = 'Runs again even if results exist'

export const ALREADY_QUEUED = 'Already queued or running'

/** Whether all of these cells are queued or running. */
export const isQueued = (
  { status }: Pick<ComparisonDetail, 'status'>,
  cells: readonly Pick<Cell, 'status'>[],
  count: number,
): boolean =>
  status === 'running' && cells.length === count && cells.every((cell) => isAwaited(cell.status))

const isAwaited = (status: Cell['status']) => status === 'pending' || status === 'running'

/** Explains why the plan was rejected, using the names on the page. */
export const describeRejection = (error: unknown, plan: ComparisonPlan): string => {
  const problems = errorCode(error) === 'PLAN_INVALID' ? planProblems(error, plan) : []
  return problems.length === 0 ? describeError(error).message : problems.join('\n')
}

export type RunRequest = { only?: CellSelection; rerun?: boolean }

/** Saves the plan and runs pending cells, all or the selected ones. */
export function useRun() {
  const { detail, autosave } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  return useMutation({
    mutationFn: async (request: RunRequest) => {
      await autosave.flush()
      return client.comparisons.run({ id, ...request })
    },
    onSuccess: (answer) => queries.setQueryData(comparisonKey(id), answer),
  })
}

export function useStop() {
  const { detail } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  return useMutation({
    mutationFn: () => client.comparisons.stop({ id }),
    onSuccess: (answer) => queries.setQueryData(comparisonKey(id), answer),
  })
}
