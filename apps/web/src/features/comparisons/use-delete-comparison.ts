import type { Comparison } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

type Hidden = { ids: ReadonlySet<string> }

/** Those that are deleted, though lists may still have them. */
export const useHidden = create<Hidden>()(() => ({ ids: new Set() }))

const hide = (id: string) => useHidden.setState(({ ids }) => ({ ids: new Set([...ids, id]) }))

const unhide = (id: string) =>
  useHidden.setState(({ ids }) => ({ ids: new Set([...ids].filter((one) => one !== id)) }))

type Changes = {
  remove: () => Promise<unknown>
  restore: () => Promise<unknown>
  refresh: () => Promise<unknown>
}

/** At once; what runs is stopped first, which may take seconds: undo is offered meanwhile. */
export function deleteUndoably(
  { id, name }: { id: string; name: string },
  { remove, restore, refresh }: Changes,
): void {
  const attempt = async (change: () => Promise<unknown>, failure: string) => {
    try {
      await change()
    } catch (error) {
      showToast(`${failure} ${name}: ${describeError(error).message}`, 'error')
      unhide(id)
    }
    await refresh()
  }
  hide(id)
  const deleted = attempt(remove, 'Could not delete')
  const undo = async () => {
    await deleted
    await attempt(restore, 'Could not bring back')
    unhide(id)
  }
  showUndoToast({ message: `${name} deleted`, onUndo: () => void undo() })
}

export function useDeleteComparison() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Comparison, 'id' | 'name'>) =>
      deleteUndoably(
        { id, name },
        {
          remove: () => client.comparisons.delete({ id }),
          restore: () => client.comparisons.restore({ id }),
          refresh: () => queries.invalidateQueries({ queryKey: api.comparisons.list.key() }),
        },
      ),
    [queries],
  )
}
