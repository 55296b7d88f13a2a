import type { Collection } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { describeBrokenAgents } from '../../../lib/format/describe-broken-agents.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'

const route = getRouteApi('/knowledge')

export function DeleteCollection({ collection: { id, name } }: { collection: Collection }) {
  const navigate = route.useNavigate()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  const restore = useMutation({
    mutationFn: () => client.knowledge.restoreCollection({ id }),
    onSuccess: refresh,
    onError: fail,
  })
  const remove = useMutation({
    mutationFn: () => client.knowledge.deleteCollection({ id }),
    onSuccess: async ({ usedBy: usages }) => {
      await navigate({ search: {} })
      await refresh()
      const message = `Collection ${name} deleted${describeBrokenAgents(usages)}`
      showUndoToast({ message, onUndo: () => restore.mutate() })
    },
    onError: fail,
  })
  return (
    <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
      Delete
    </Button>
  )
}
