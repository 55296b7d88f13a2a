import type { JsonObject } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'
import { callsOf } from '../calls.ts'
import { marksOf, steeringBy } from '../marks/marks.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { useWorkbench } from '../workbench-context.ts'
import { findCheckpoint } from './find-checkpoint.ts'

export type RunPlace = { runId: string; superstep: number }

type RunFrom = RunPlace & {
  /** Channels that hold something else than they did. */
  values?: JsonObject
}

/**
 * Runs the graph that is seen from the state a step of an earlier run began with, as a new branch of its thread. A run
 * of the thread that waits is stopped: it would wait for ever.
 */
export function useRunFrom() {
  const { agentId, autosave, store, asRan } = useWorkbench()
  const setSearch = useSetSearch()
  const queries = useQueryClient()

  return useMutation({
    mutationFn: async ({ runId, superstep, values }: RunFrom) => {
      await autosave.flush()
      const id = await findCheckpoint(runId, superstep)
      if (id === undefined) throw new Error('This run kept no checkpoint before that step')
      const { threadId, status } = await client.runs.get({ id: runId })
      if (status === 'interrupted') await client.runs.cancel({ id: runId })
      return client.runs.start({
        agent: agentId,
        // Where that graph is seen, the one that ran there.
        ...(!asRan && { version: 'draft' as const, calls: callsOf(agentId) }),
        threadId,
        checkpoint: { id, ...(values && Object.keys(values).length > 0 && { values }) },
        source: 'user',
        ...steeringBy(marksOf(agentId), store.getState().document),
      })
    },
    onSuccess: (run) => {
      queries.setQueryData(api.runs.get.queryKey({ input: { id: run.id } }), run)
      setSearch({ thread: run.threadId, run: run.id, tab: 'run' })
      void queries.invalidateQueries({ queryKey: api.runs.list.key() })
      void queries.invalidateQueries({ queryKey: api.threads.key() })
    },
  })
}
