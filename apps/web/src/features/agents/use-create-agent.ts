import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'

type NewAgent = Parameters<typeof client.agents.create>[0]

/** Creates an agent and opens it. */
export function useCreateAgent() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (agent: NewAgent) => client.agents.create(agent),
    onSuccess: (agent) => {
      void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      void navigate({ to: '/agents/$agent', params: { agent: agent.slug } })
    },
  })
}
