import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import { useComparison } from './comparison-context.ts'

/** Runs what has not run, or the named cells again; what is being typed is saved first. */
export function useRun() {
  const { detail, autosave } = useComparison()
  const queries = useQueryClient()
  const { id } = detail
  return useMutation({
    mutationFn: async (again?: readonly string[]) => {
      await autosave.flush()
      return client.comparisons.run({ id, ...(again && { again: [...again] }) })
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
