import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client } from '../../../lib/api/api.ts'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import type { WorkbenchValue } from '../workbench-context.ts'

/** Saves edits, and loads newer revisions while there are no unsaved changes. */
export function useAutosave({
  agentId,
  store,
  autosave,
  saving,
  isRecovered,
}: WorkbenchValue): void {
  const queries = useQueryClient()

  useEffect(() => {
    if (isRecovered) announce('Restored unsaved changes from this browser')
  }, [isRecovered])

  useEffect(() => {
    const stop = store.subscribe((state, before) => {
      if (state.document !== before.document) autosave.change(state.document)
    })
    window.addEventListener('pagehide', autosave.flushDraft)
    return () => {
      stop()
      window.removeEventListener('pagehide', autosave.flushDraft)
      autosave.flushDraft()
      // The page is gone, so errors are not shown. Unsaved changes stay in this browser.
      autosave.flush().then(
        () => {
          const queryKey = api.agents.draft.key()
          queries.removeQueries({ queryKey, type: 'inactive' })
          void queries.invalidateQueries({ queryKey })
        },
        () => autosave.stop(),
      )
    }
  }, [store, autosave, queries])

  useEffect(() => {
    const refresh = async () => {
      const { save, revision } = saving.getState()
      if (document.visibilityState !== 'visible' || save.status !== 'saved') return
      const newest = await client.agents.draft({ agent: agentId }).catch(() => undefined)
      const isUnchanged = saving.getState().save.status === 'saved'
      if (!newest || newest.revision <= revision || !isUnchanged) return
      autosave.adopt(newest)
      store.edit(() => newest.document)
    }
    const handleVisible = () => void refresh()
    const handleOnline = () => autosave.retry()
    document.addEventListener('visibilitychange', handleVisible)
    window.addEventListener('online', handleOnline)
    return () => {
      document.removeEventListener('visibilitychange', handleVisible)
      window.removeEventListener('online', handleOnline)
    }
  }, [agentId, store, autosave, saving])
}
