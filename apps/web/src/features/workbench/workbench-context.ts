import type { GraphDocument, GraphNode, Json } from '@lathe/contract'
import { createContext, useContext } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { Autosave, AutosaveState } from './draft/autosave.ts'
import type { RunState, RunStore } from './run/run-store.ts'
import type { NodeView, RunView } from '../../lib/run-view/run-view.ts'
import type { WorkbenchState, WorkbenchStore } from './store/workbench-store.ts'

/** What the panes of one mounted workbench share. */
export type WorkbenchValue = {
  agentId: string
  /** As the address names the agent. */
  slug: string
  /** An input that shows the agent's template at work. */
  example: Readonly<Record<string, Json>>
  store: WorkbenchStore
  autosave: Autosave
  saving: StoreApi<AutosaveState>
  /** The run that is looked at, if any. */
  run: RunStore
  /** Changes this browser had kept were taken up. */
  isRecovered: boolean
  /** The run whose graph is shown in place of the draft; nothing of it can be edited. */
  runGraph?: { runId: string; version: number | null }
}

export const WorkbenchContext = createContext<WorkbenchValue | null>(null)

export function useWorkbench(): WorkbenchValue {
  const workbench = useContext(WorkbenchContext)
  if (!workbench) throw new Error('There is no workbench around this component')
  return workbench
}

export function useWorkbenchState<T>(select: (state: WorkbenchState) => T): T {
  return useStore(useWorkbench().store, select)
}

const selectDocument = (state: WorkbenchState) => state.document

export const useDocument = (): GraphDocument => useWorkbenchState(selectDocument)

/** Undefined for the graph's own ends, and for a node that was just removed. */
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
