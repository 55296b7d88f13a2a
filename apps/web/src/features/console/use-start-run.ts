import type { Json, MultitaskStrategy } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../lib/api.ts'
import { marksOf, steeringBy } from '../workbench/marks/marks.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'
import { useAgentBudget } from './agent-budgets.ts'
import { useShowStarted } from './use-show-started.ts'

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
        ...(strategy && { multitaskStrategy: strategy }),
        ...steeringBy(marksOf(agentId), store.getState().document),
      })
    },
    onSuccess: showStarted,
  })
}
