import type { Comparison } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../lib/api.ts'
import { deleteUndoably } from '../../ui/delete-undoably.ts'

export function useDeleteComparison() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Comparison, 'id' | 'name'>) =>
      deleteUndoably(
        { ids: [id], name },
        {
          remove: () => client.comparisons.delete({ id }),
          restore: () => client.comparisons.restore({ id }),
          refresh: () => queries.invalidateQueries({ queryKey: api.comparisons.list.key() }),
        },
      ),
    [queries],
  )
}
