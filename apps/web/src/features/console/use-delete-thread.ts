import type { Thread } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { api, client } from '../../lib/api.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

const UNDO_MS = 10_000

type Leaving = { ids: ReadonlySet<string> }

/** Threads that are hidden while their deletion can still be taken back. */
const useLeaving = create<Leaving>()(() => ({ ids: new Set() }))

const setLeaving = (id: string, isLeaving: boolean) =>
  useLeaving.setState(({ ids }) => {
    const next = new Set(ids)
    if (isLeaving) next.add(id)
    else next.delete(id)
    return { ids: next }
  })

/** A deleted thread cannot be restored, so it is only sent away when the time to undo is over. */
export function useDeleteThread(thread: Thread) {
  const queries = useQueryClient()
  const isHidden = useLeaving((state) => state.ids.has(thread.id))

  const remove = () => {
    setLeaving(thread.id, true)
    const timer = setTimeout(() => {
      client.threads
        .delete({ id: thread.id })
        .catch((error: Error) =>
          showToast(`Could not delete the thread: ${error.message}`, 'error'),
        )
        .finally(() => {
          setLeaving(thread.id, false)
          void queries.invalidateQueries({ queryKey: api.threads.key() })
        })
    }, UNDO_MS)
    showUndoToast({
      message: `Thread “${thread.title}” deleted`,
      onUndo: () => {
        clearTimeout(timer)
        setLeaving(thread.id, false)
      },
    })
  }

  return { isHidden, remove }
}
