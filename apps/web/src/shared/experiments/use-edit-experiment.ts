import type { Experiment } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'

/** Resolves once every query that shows the experiment has been refreshed. */
export function useEditExperiment() {
  const queries = useQueryClient()
  return async (change: Pick<Experiment, 'id' | 'name' | 'description'>) => {
    await client.experiments.edit(change)
    await Promise.all(
      [api.experiments.key(), api.datasets.experiments.key(), api.traces.key()].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
}
