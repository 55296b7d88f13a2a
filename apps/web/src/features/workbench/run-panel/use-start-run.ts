import type { Json, MultitaskStrategy } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { callsOf } from '../calls.ts'
import { marksOf, steeringBy } from '../marks/marks.ts'
import { useWorkbench } from '../workbench-context.ts'
import { useAgentBudget } from './agent-budgets.ts'
import { useShowStarted } from './use-show-started.ts'
import { useThread } from './use-thread.ts'

type Start = {
  input: Record<string, Json>
  /** Where another run of the thread has not ended. */
  strategy?: MultitaskStrategy | undefined
}

/** Saves the draft if it has changed, runs it, and shows the run. */
export function useStartRun(threadId: string | undefined) {
  const { agentId, autosave, store } = useWorkbench()
  const { budget } = useAgentBudget()
  const showStarted = useShowStarted()
  const { isNewest, runId, turns } = useThread()
  // What is shown is what the run goes on from, also where the thread went another way since.
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
        calls: callsOf(agentId),
        ...(strategy && { multitaskStrategy: strategy }),
        ...steeringBy(marksOf(agentId), store.getState().document),
        ...(threadId !== undefined && tip && { checkpoint: { id: tip } }),
      })
    },
    onSuccess: showStarted,
  })
}
