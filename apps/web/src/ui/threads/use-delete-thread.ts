import type { Thread } from '@lathe/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { create } from 'zustand'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showToast, showUndoToast } from '../undo-toast.tsx'

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
export function useDeleteThreads() {
  const queries = useQueryClient()
  const leaving = useLeaving(({ ids }) => ids)

  const remove = useCallback(
    (thread: Thread) => {
      setLeaving(thread.id, true)
      const timer = setTimeout(() => void sendAway(thread, queries), UNDO_MS)
      showUndoToast({
        message: `Thread “${thread.title}” deleted`,
        onUndo: () => {
          clearTimeout(timer)
          setLeaving(thread.id, false)
        },
      })
    },
    [queries],
  )

  return { leaving, remove }
}

async function sendAway({ id }: Thread, queries: QueryClient) {
  try {
    await client.threads.delete({ id })
  } catch (error) {
    showToast(`Could not delete the thread: ${describeError(error).message}`, 'error')
  }
  await queries.invalidateQueries({ queryKey: api.threads.key() })
  setLeaving(id, false)
}
