import type { Thread } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'

type HiddenThreads = { ids: ReadonlySet<string> }

/** Ids of deleted threads. Lists hide them until their data is refreshed. */
const useHiddenThreadIds = create<HiddenThreads>()(() => ({ ids: new Set() }))

const setHidden = (id: string, isHidden: boolean) =>
  useHiddenThreadIds.setState(({ ids }) => {
    const next = new Set(ids)
    if (isHidden) next.add(id)
    else next.delete(id)
    return { ids: next }
  })

/**
 * Deletes threads at once. Undo restores a thread with its checkpoints, but does not resume its
 * runs.
 */
export function useDeleteThreads() {
  const queries = useQueryClient()
  const leaving = useHiddenThreadIds(({ ids }) => ids)

  const remove = useCallback(
    ({ id, title }: Thread) => {
      const refresh = () => queries.invalidateQueries({ queryKey: api.threads.key() })
      const attempt = async (change: Promise<unknown>, failure: string) => {
        try {
          await change
        } catch (error) {
          showToast(`${failure}: ${describeError(error).message}`, 'error')
          setHidden(id, false)
        }
        await refresh()
      }
      setHidden(id, true)
      // Stopping the thread's runs may take seconds, so offer undo already.
      const deleted = attempt(client.threads.delete({ id }), 'Could not delete the thread')
      const restore = async () => {
        await deleted
        await attempt(client.threads.restore({ id }), 'Could not restore the thread')
        setHidden(id, false)
      }
      showUndoToast({
        message: `Thread “${title}” deleted`,
        onUndo: () => void restore(),
      })
    },
    [queries],
  )

  return { leaving, remove }
}
