import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'

/** Starts a replay and goes to it. */
export function useStartReplay() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation(
    api.replays.start.mutationOptions({
      onSuccess: async ({ id }) => {
        void queries.invalidateQueries({ queryKey: api.replays.list.key() })
        await navigate({ to: '/replays/$replayId', params: { replayId: id }, search: {} })
      },
    }),
  )
}
