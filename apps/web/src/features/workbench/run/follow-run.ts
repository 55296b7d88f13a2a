import { isEnded } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvents, type OpenEvents } from '../../../lib/follow-events.ts'
import type { RunStore } from './run-store.ts'
import { api, client } from '../../../lib/api.ts'

/** Feeds the store until the run has ended. Resolves when it ended or was aborted. */
export const followRun = (
  { getState, receive, setLink }: RunStore,
  open: OpenEvents,
  signal: AbortSignal,
): Promise<void> =>
  followEvents({
    open,
    receive,
    setLink,
    signal,
    position: () => {
      const { lastSeq, status } = getState().view
      return { after: lastSeq, isOver: status !== null && isEnded(status) }
    },
  })

/** Shows a run in the store while the component is mounted. */
export function useFollowRun(store: RunStore, runId: string | undefined): void {
  const queries = useQueryClient()

  useEffect(() => {
    if (store.getState().runId !== runId) store.open(runId)
    if (runId === undefined) return undefined
    const controller = new AbortController()
    void queries.ensureQueryData(api.runs.get.queryOptions({ input: { id: runId } })).then(
      ({ status }) => {
        if (status === 'pending' && !controller.signal.aborted) store.queued()
      },
      // Reading the events reports the same error.
      () => undefined,
    )
    const open = async (after: number, signal: AbortSignal) =>
      client.runs.events({ id: runId, after }, { signal })
    void followRun(store, open, controller.signal).then(() => {
      if (controller.signal.aborted) return
      void queries.invalidateQueries({ queryKey: api.runs.key() })
      void queries.invalidateQueries({ queryKey: api.threads.key() })
      void queries.invalidateQueries({ queryKey: api.traces.key() })
      void queries.invalidateQueries({ queryKey: api.agents.list.key() })
    })
    return () => controller.abort()
  }, [store, runId, queries])
}
