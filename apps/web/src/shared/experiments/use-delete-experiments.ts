import type { Experiment } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { deleteWithUndo } from '../../ui/feedback/delete-with-undo.ts'

/** Deletes experiments and keeps their traces. */
export function useDeleteExperiments() {
  const queries = useQueryClient()
  return useCallback(
    (experiments: readonly Pick<Experiment, 'id' | 'name' | 'traces'>[]) => {
      const ids = experiments.map(({ id }) => id)
      const [first] = experiments
      deleteWithUndo(
        {
          ids,
          name: ids.length === 1 && first ? first.name : `${ids.length} experiments`,
          note: experiments.some(({ traces }) => traces > 0) ? '; the traces are kept' : '',
        },
        {
          remove: () => Promise.all(ids.map((id) => client.experiments.delete({ id }))),
          restore: () => Promise.all(ids.map((id) => client.experiments.restore({ id }))),
          refresh: () =>
            Promise.all(
              [api.experiments.key(), api.datasets.key(), api.traces.key()].map((queryKey) =>
                queries.invalidateQueries({ queryKey }),
              ),
            ),
        },
      )
    },
    [queries],
  )
}
