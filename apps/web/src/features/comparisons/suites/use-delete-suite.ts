import type { Suite } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../../lib/api.ts'
import { deleteUndoably } from '../../../ui/delete-undoably.ts'

export function useDeleteSuite() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Suite, 'id' | 'name'>) =>
      deleteUndoably(
        { ids: [id], name },
        {
          remove: () => client.suites.delete({ id }),
          restore: () => client.suites.restore({ id }),
          refresh: () => queries.invalidateQueries({ queryKey: api.suites.list.key() }),
        },
      ),
    [queries],
  )
}
