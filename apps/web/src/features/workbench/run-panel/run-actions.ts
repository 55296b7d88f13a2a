import type { Json, MultitaskStrategy, RunDetail } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { client, api } from '../../../lib/api/api.ts'
import { getCallsOption } from '../called-agents.ts'
import { getDebugOptions, debugRunOptions } from '../debug-options.ts'
import { useWorkbench, useRunView } from '../workbench-context.ts'
import { useAgentBudget } from './composer/budget.ts'
import { useThread } from './use-thread.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { errorCode } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

type Start = {
  input: Record<string, Json>
  /** Set if another run of the thread has not ended. */
  strategy?: MultitaskStrategy | undefined
}

/** Saves the draft, starts a run and shows it. */
export function useStartRun(threadId: string | undefined) {
  const { agentId, autosave, store } = useWorkbench()
  const { budget } = useAgentBudget()
  const showStarted = useShowStarted()
  const { isNewest, runId, turns } = useThread()
  // The new run continues the shown run, also if the thread has a newer branch.
  const tip = isNewest ? null : turns.find(({ run }) => run.id === runId)?.tip

  return useMutation({
    mutationFn: async ({ input, strategy }: Start) => {
      await autosave.flush()
      return client.runs.start({
        agent: agentId,
        version: 'draft',
        ...(threadId !== undefined && { threadId }),
        input,
        budget,
        source: 'user',
        calls: getCallsOption(agentId),
        ...(strategy && { multitaskStrategy: strategy }),
        ...debugRunOptions(getDebugOptions(agentId), store.getState().document),
        ...(threadId !== undefined && tip && { checkpoint: { id: tip } }),
      })
    },
    onSuccess: showStarted,
  })
}

/** Shows a run that was just started and refetches the lists of runs and threads. */
export function useShowStarted() {
  const setSearch = useSetSearch()
  const queries = useQueryClient()
  return (run: RunDetail) => {
    queries.setQueryData(api.runs.get.queryKey({ input: { id: run.id } }), run)
    setSearch({ thread: run.threadId, run: run.id })
    void queries.invalidateQueries({ queryKey: api.runs.list.key() })
    void queries.invalidateQueries({ queryKey: api.threads.key() })
  }
}

/** Cancels the current run. Ignores a run that has already ended. */
export function useCancelRun() {
  const { run } = useWorkbench()
  return useMutation({
    mutationFn: async () => {
      const { runId } = run.getState()
      if (runId !== undefined) await client.runs.cancel({ id: runId })
    },
    onError: (error) => {
      if (errorCode(error) !== 'CONFLICT') showToast(`Could not cancel: ${error.message}`, 'error')
    },
  })
}

/** Escape in the run panel cancels a live run. */
export function useCancelKey() {
  const cancel = useCancelRun()
  const isLive = useRunView(({ status }) => status === 'pending' || status === 'running')
  return (event: KeyboardEvent) => {
    // Events of a popover bubble here from its portal.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (event.key !== 'Escape' || !isLive || !isInside || event.defaultPrevented) return
    event.preventDefault()
    cancel.mutate()
  }
}
