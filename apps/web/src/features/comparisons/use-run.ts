import type { CellSelection } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import { useComparison } from './comparison-context.ts'

type RunAsked = { only?: CellSelection; again?: boolean }

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
    onSuccess: (answer) =>
      queries.setQueryData(api.comparisons.get.queryKey({ input: { id } }), answer),
  })
}

export function useStop() {
  const { detail } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  return useMutation({
    mutationFn: () => client.comparisons.stop({ id }),
    onSuccess: (answer) =>
      queries.setQueryData(api.comparisons.get.queryKey({ input: { id } }), answer),
  })
}
