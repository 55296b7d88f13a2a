import type { Callees } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../lib/api.ts'
import { createCallees } from './create-callees.ts'

type NewAgent = Parameters<typeof client.agents.create>[0] & {
  /** What it calls, to be made where it is not here. */
  callees?: Callees
}

/** Makes an agent and opens it. */
export function useCreateAgent() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ callees = {}, ...agent }: NewAgent) => {
      if (Object.keys(callees).length > 0) await createCallees(callees)
      return client.agents.create(agent)
    },
    onSuccess: (agent) => {
      void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      void navigate({ to: '/agents/$agent', params: { agent: agent.slug } })
    },
  })
}
