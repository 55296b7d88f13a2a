import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'

/** Makes an agent and opens it. */
export function useCreateAgent() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation(
    api.agents.create.mutationOptions({
      onSuccess: (agent) => {
        void queries.invalidateQueries({ queryKey: api.agents.list.key() })
        void navigate({ to: '/agents/$agent', params: { agent: agent.slug } })
      },
    }),
  )
}
