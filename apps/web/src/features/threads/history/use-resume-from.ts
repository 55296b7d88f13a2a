import type { CheckpointSummary, JsonObject, Thread } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'

type ResumeOptions = {
  isDraft: boolean
  /** Channels with an edited value. */
  values?: JsonObject
}

/**
 * Starts the run and opens it in the workbench. Cancels a run that waits for a person, because it
 * would block the thread.
 */
export function useResumeFrom(
  { id: threadId, agentId, agentSlug }: Thread,
  { id }: CheckpointSummary,
) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ isDraft, values = {} }: ResumeOptions) => {
      const turns = await client.threads.turns({ id: threadId })
      const waitingTurn = turns.find(({ run }) => run.status === 'interrupted')
      if (waitingTurn) await client.runs.cancel({ id: waitingTurn.run.id })
      return client.runs.start({
        agent: agentId,
        threadId,
        ...(isDraft && { version: 'draft' as const }),
        checkpoint: { id, ...(Object.keys(values).length > 0 && { values }) },
        source: 'user',
      })
    },
    onSuccess: (run) => {
      void queries.invalidateQueries({ queryKey: api.threads.key() })
      void queries.invalidateQueries({ queryKey: api.runs.key() })
      return navigate({
        to: '/agents/$agent',
        params: { agent: agentSlug },
        search: { thread: threadId, run: run.id, tab: 'run' },
      })
    },
  })
}
