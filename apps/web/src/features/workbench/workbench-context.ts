import type { GraphDocument, GraphNode, Json } from '@lathe/contract'
import { createContext, useContext } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { Autosave, AutosaveState } from './draft/autosave.ts'
import type { RunState, RunStore } from './run/run-store.ts'
import type { NodeView, RunView } from '../../lib/run-view/run-view.ts'
import type { WorkbenchState, WorkbenchStore } from './store/workbench-store.ts'

/** State shared by the panes of one workbench. */
export type WorkbenchValue = {
  agentId: string
  /** The agent's name in the address. */
  slug: string
  /** An example input from the agent's template. */
  example: Readonly<Record<string, Json>>
  store: WorkbenchStore
  autosave: Autosave
  saving: StoreApi<AutosaveState>
  /** The current run, if any. */
  run: RunStore
  /** Whether unsaved changes were restored from this browser. */
  isRecovered: boolean
  /** Set while the graph of a run is shown instead of the draft. It is read-only. */
  runGraph?: { runId: string; version: number | null }
}

export const WorkbenchContext = createContext<WorkbenchValue | null>(null)

export function useWorkbench(): WorkbenchValue {
  const workbench = useContext(WorkbenchContext)
  if (!workbench) throw new Error('useWorkbench must be used inside a WorkbenchContext')
  return workbench
}

export function useWorkbenchState<T>(select: (state: WorkbenchState) => T): T {
  return useStore(useWorkbench().store, select)
}

const selectDocument = (state: WorkbenchState) => state.document

export const useDocument = (): GraphDocument => useWorkbenchState(selectDocument)

/** Undefined for start and end, and for a node that was just removed. */
export const useNode = (id: string): GraphNode | undefined =>
  useWorkbenchState((state) => state.document.nodes[id])

export const useHasSelection = (): boolean =>
  useWorkbenchState(({ selection }) => selection.nodes.length + selection.edges.length > 0)

export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(useWorkbench().run, select)
}

export const useRunView = <T>(select: (view: RunView) => T): T =>
  useRun((state) => select(state.view))

export const useNodeRun = (id: string): NodeView | undefined => useRunView((view) => view.nodes[id])

export const useSaving = <T>(select: (state: AutosaveState) => T): T =>
  useStore(useWorkbench().saving, select)
