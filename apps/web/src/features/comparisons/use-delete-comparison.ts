import type { Comparison } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

/** As long as undo is offered. */
const UNDO_MS = 10_000

type Hidden = { ids: ReadonlySet<string> }

/** Those about to be deleted: they are shown no more, and still there until undo is past. */
export const useHidden = create<Hidden>()(() => ({ ids: new Set() }))

const hide = (id: string) => useHidden.setState(({ ids }) => ({ ids: new Set([...ids, id]) }))

const unhide = (id: string) =>
  useHidden.setState(({ ids }) => ({ ids: new Set([...ids].filter((one) => one !== id)) }))

type Doomed = { id: string; name: string }

/** Hidden at once, deleted when it can no longer be undone; closing the tab before keeps it. */
export function deleteLater(
  { id, name }: Doomed,
  remove: () => Promise<unknown>,
  onSettled: () => void,
): void {
  hide(id)
  const timer = window.setTimeout(() => {
    remove()
      .catch((error: unknown) => {
        unhide(id)
        showToast(`Could not delete ${name}: ${describeError(error).message}`, 'error')
      })
      .finally(onSettled)
  }, UNDO_MS)
  showUndoToast({
    message: `${name} deleted`,
    onUndo: () => {
      window.clearTimeout(timer)
      unhide(id)
    },
  })
}

export function useDeleteComparison() {
  const queries = useQueryClient()
  return useCallback(
    ({ id, name }: Pick<Comparison, 'id' | 'name'>) =>
      deleteLater(
        { id, name },
        () => client.comparisons.delete({ id }),
        () => void queries.invalidateQueries({ queryKey: api.comparisons.list.key() }),
      ),
    [queries],
  )
}
