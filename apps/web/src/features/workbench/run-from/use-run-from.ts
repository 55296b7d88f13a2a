import type { JsonObject } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { getCallsOption } from '../called-agents.ts'
import { getDebugOptions, debugRunOptions } from '../debug-options.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { useWorkbench } from '../workbench-context.ts'

export type RunPlace = { runId: string; superstep: number }

type RunFrom = RunPlace & {
  /** Edited channels. */
  values?: JsonObject
}

/**
 * Runs the shown graph from the state before a step of an earlier run, as a new branch of its
 * thread. Cancels a waiting run of the thread, which could no longer be answered.
 */
export function useRunFrom() {
  const { agentId, autosave, store, runGraph } = useWorkbench()
  const setSearch = useSetSearch()
  const queries = useQueryClient()

  return useMutation({
    mutationFn: async ({ runId, superstep, values }: RunFrom) => {
      await autosave.flush()
      const id = await findCheckpoint(runId, superstep)
      if (id === undefined) throw new Error('This run saved no checkpoint before that step')
      const { threadId, status } = await client.runs.get({ id: runId })
      if (status === 'interrupted') await client.runs.cancel({ id: runId })
      return client.runs.start({
        agent: agentId,
        // A run's own graph runs in the version it ran in.
        ...(!runGraph && { version: 'draft' as const, calls: getCallsOption(agentId) }),
        threadId,
        checkpoint: { id, ...(values && Object.keys(values).length > 0 && { values }) },
        source: 'user',
        ...debugRunOptions(getDebugOptions(agentId), store.getState().document),
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

/** Finds the checkpoint before a superstep in the run's events. Undefined if none was saved. */
export async function findCheckpoint(
  runId: string,
  superstep: number,
): Promise<string | undefined> {
  const controller = new AbortController()
  try {
    const events = await client.runs.events({ id: runId }, { signal: controller.signal })
    for await (const { body } of events) {
      const isPreviousState = body.type === 'state' && body.superstep === superstep - 1
      if (isPreviousState && body.checkpointId !== null) return body.checkpointId
      // The stream of a live run does not end, but events before this step are complete.
      if (body.type === 'node-start' && body.superstep > superstep) return undefined
    }
    return undefined
  } finally {
    controller.abort()
  }
}
