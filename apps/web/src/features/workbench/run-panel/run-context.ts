import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { RunState, RunStore } from '../run/run-store.ts'

/** The run a turn of the conversation shows: the live one, or an earlier one read again. */
export const RunContext = createContext<RunStore | null>(null)

function useRunStore(): RunStore {
  const store = useContext(RunContext)
  if (!store) throw new Error('There is no run around this component')
  return store
}

export const useTurn = <T>(select: (state: RunState) => T): T => useStore(useRunStore(), select)
