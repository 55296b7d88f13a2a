import type { RunDetail } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { callsOf } from '../calls.ts'
import { marksOf, steeringBy } from '../marks/marks.ts'
import { useWorkbench } from '../workbench-context.ts'
import { useAgentBudget } from './agent-budgets.ts'
import { resentInput } from './resent-input.ts'
import { useShowStarted } from './use-show-started.ts'

/** Runs the draft with a past turn's input again, in other words if there are any, from where that turn began. */
export function useResend(run: RunDetail, from: string | null) {
  const { agentId, autosave, store } = useWorkbench()
  const { budget } = useAgentBudget()
  const showStarted = useShowStarted()

  return useMutation({
    mutationFn: async (text: string | undefined) => {
      await autosave.flush()
      return client.runs.start({
        agent: agentId,
        version: 'draft',
        threadId: run.threadId,
        input: resentInput(run.input, text),
        budget,
        source: 'user',
        calls: callsOf(agentId),
        ...steeringBy(marksOf(agentId), store.getState().document),
        checkpoint: { id: from },
      })
    },
    onSuccess: showStarted,
  })
}
