import type { Suite } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../../lib/api.ts'
import { deleteLater } from '../use-delete-comparison.ts'

export function useDeleteSuite() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Suite, 'id' | 'name'>) =>
      deleteLater(
        { id, name },
        () => client.suites.delete({ id }),
        () => void queries.invalidateQueries({ queryKey: api.suites.list.key() }),
      ),
    [queries],
  )
}
