import type { Agent, Draft } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

/** Makes a version's graph the draft again; undo brings back the draft there was, unless it was edited since. */
export function useRestore(agent: Agent) {
  const queries = useQueryClient()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: api.agents.draft.key() })
    void queries.invalidateQueries({ queryKey: api.agents.get.key() })
  }
  const fail = (error: unknown) =>
    showToast(`The draft stays as it is: ${describeError(error).message}`, 'error')

  const restore = async (number: number) => {
    const [before, { document }] = await Promise.all([
      client.agents.draft({ agent: agent.id }),
      client.agents.version({ agent: agent.id, number }),
    ])
    const after = await saveOver(agent.id, before, document)
    return { before, after }
  }

  return useMutation({
    mutationFn: restore,
    onSuccess: ({ before, after }, number) => {
      refresh()
      showUndoToast({
        message: `The draft is version ${number} again`,
        onUndo: () => void saveOver(agent.id, after, before.document).then(refresh, fail),
      })
    },
    onError: fail,
  })
}

const saveOver = (agent: string, { revision }: Draft, document: Draft['document']) =>
  client.agents.saveDraft({ agent, revision, document })
