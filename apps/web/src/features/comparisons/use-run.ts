import type { Cell, CellSelection, ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../lib/api.ts'
import { codeOf, describeError } from '../../lib/describe-error.ts'
import { useComparison } from './comparison-context.ts'
import { planProblems } from './plan/plan-problems.ts'
import { wholeKey } from './comparison-queries.ts'

export const NOT_WHOLE = 'Its cells are still being read'
/** Of what has an output already, which the cache has too. */
export const RUN_AGAIN = 'Asks anew, whatever has been answered before'

export const ON_ITS_WAY = 'It is on its way already'

/** Whether all of so many cells are waited for. */
export const isOnItsWay = (
  { status }: Pick<ComparisonDetail, 'status'>,
  cells: readonly Pick<Cell, 'status'>[],
  count: number,
): boolean =>
  status === 'running' && cells.length === count && cells.every((cell) => isAwaited(cell.status))

const isAwaited = (status: Cell['status']) => status === 'pending' || status === 'running'

/** Why it does not run, in the words of what is on the page. */
export const refusalOf = (error: unknown, plan: ComparisonPlan): string => {
  const problems = codeOf(error) === 'PLAN_INVALID' ? planProblems(error, plan) : []
  return problems.length === 0 ? describeError(error).message : problems.join('\n')
}

export type RunAsked = { only?: CellSelection; again?: boolean }

/** Runs what has not run, of the cells named or of all; what is being typed is saved first. */
export function useRun() {
  const { detail, autosave } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  return useMutation({
    mutationFn: async (asked: RunAsked) => {
      await autosave.flush()
      return client.comparisons.run({ id, ...asked })
    },
    onSuccess: (answer) => queries.setQueryData(wholeKey(id), answer),
  })
}

export function useStop() {
  const { detail } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  return useMutation({
    mutationFn: () => client.comparisons.stop({ id }),
    onSuccess: (answer) => queries.setQueryData(wholeKey(id), answer),
  })
}
