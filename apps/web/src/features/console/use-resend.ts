import type { Json, RunDetail } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../lib/api.ts'
import { callsOf } from '../workbench/calls.ts'
import { marksOf, steeringBy } from '../workbench/marks/marks.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'
import { useAgentBudget } from './agent-budgets.ts'
import { saidByUser, spokenText } from './chat-input.ts'
import { imagesIn } from './images.ts'
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
        input: inputWith(run.input, text),
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

const picturesOf = (value: Json) => imagesIn(value).map((url) => ({ url }))

function inputWith(input: Json, text: string | undefined): Record<string, Json> {
  const given = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  if (text === undefined) return given
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      spokenText(value) === undefined ? value : saidByUser(text, picturesOf(value)),
    ]),
  )
}
