import type { Json } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import { useSetSearch } from '../workbench/use-workbench-search.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'

/** Saves the draft if it has changed, runs it, and shows the run. */
export function useStartRun(threadId: string | undefined) {
  const { agentId, autosave } = useWorkbench()
  const setSearch = useSetSearch()
  const queries = useQueryClient()

  return useMutation({
    mutationFn: async (input: Record<string, Json>) => {
      await autosave.flush()
      return client.runs.start({
        agent: agentId,
        version: 'draft',
        ...(threadId !== undefined && { threadId }),
        input,
        source: 'user',
      })
    },
    onSuccess: (run) => {
      queries.setQueryData(api.runs.get.queryKey({ input: { id: run.id } }), run)
      setSearch({ thread: run.threadId, run: run.id })
      void queries.invalidateQueries({ queryKey: api.runs.list.key() })
      void queries.invalidateQueries({ queryKey: api.threads.key() })
    },
  })
}
