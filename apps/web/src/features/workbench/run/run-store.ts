import { type RunEvent, isEnded } from '@lathe/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createContext, useContext, useEffect } from 'react'
import { useStore } from 'zustand'
import { useQueryClient } from '@tanstack/react-query'
import { type StreamStatus, followEvents, type OpenEvents } from '../../../lib/api/follow-events.ts'
import { reduceRun } from '../../../lib/run-view/reduce-run.ts'
import { emptyRunView, type RunView } from '../../../lib/run-view/run-view.ts'
import { api, client } from '../../../lib/api/api.ts'

type RunLink = StreamStatus | { state: 'idle' }

export type RunState = { runId: string | undefined; view: RunView; link: RunLink }

export type RunStore = StoreApi<RunState> & {
  /** Shows another run and clears the view. */
  open: (runId: string | undefined) => void
  /** Marks the run as queued. It has no events yet. */
  queued: () => void
  receive: (events: readonly RunEvent[]) => void
  setLink: (link: RunLink) => void
}

export function createRunStore(): RunStore {
  const store = createStore<RunState>()(() => ({
    runId: undefined,
    view: emptyRunView,
    link: { state: 'idle' },
  }))

  return {
    ...store,
    open: (runId) => {
      store.setState({ runId, view: emptyRunView, link: { state: 'idle' } })
    },
    queued: () =>
      store.setState(({ view }) =>
        view.status === null ? { view: { ...view, status: 'pending' } } : {},
      ),
    receive: (events) => store.setState(({ view }) => ({ view: reduceRun(view, events) })),
    setLink: (link) => store.setState({ link }),
  }
}

/** The run of one turn: the current one or an earlier one. */
export const RunContext = createContext<RunStore | null>(null)

function useRunStore(): RunStore {
  const store = useContext(RunContext)
  if (!store) throw new Error('useTurn must be used inside a RunContext')
  return store
}

export const useTurn = <T>(select: (state: RunState) => T): T => useStore(useRunStore(), select)

/** Feeds the store until the run has ended. Resolves when it ended or was aborted. */
export const followRun = (
  { getState, receive, setLink }: RunStore,
  open: OpenEvents,
  signal: AbortSignal,
): Promise<void> =>
  followEvents({
    open,
    receive,
    setStreamStatus: setLink,
    signal,
    position: () => {
      const { lastSeq, status } = getState().view
      return { after: lastSeq, hasEnded: status !== null && isEnded(status) }
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
