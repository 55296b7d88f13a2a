import type { RunEvent } from '@lathe/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { EventLink } from '../../../lib/follow-events.ts'
import { reduceRun } from '../../../lib/run-view/reduce-run.ts'
import { emptyRunView, type RunView } from '../../../lib/run-view/run-view.ts'

type RunLink = EventLink | { state: 'idle' }

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
