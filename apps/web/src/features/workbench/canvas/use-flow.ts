import type { EdgeChange, NodeChange } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { moveCards } from '../notes.ts'
import type { Point } from '../../../lib/values/node-positions.ts'
import type { Selection } from '../store/selection.ts'
import { useWorkbenchState, useWorkbench } from '../workbench-context.ts'
import { useDetail } from './canvas-ui.ts'
import { createEdges, type FlowEdge } from './edges/flow-edges.ts'
import {
  type Card,
  createCards,
  EMPTY_TRANSIENT_STATE,
  type TransientState,
} from './cards/flow-nodes.ts'

const NO_EDGES: FlowEdge[] = []

/** Converts the document to xyflow's nodes and edges, and xyflow's changes to edits. */
export function useFlow() {
  const { store } = useWorkbench()
  const [transient, setTransient] = useState<TransientState>(EMPTY_TRANSIENT_STATE)
  const [toCards] = useState(createCards)
  const [toEdges] = useState(createEdges)
  // The overview is painted on one canvas.
  const isOverview = useDetail() === 'blocks'
  // Both return the previous list when an edit is not visible on the canvas.
  const nodes = useWorkbenchState(({ document, selection }) =>
    toCards(document, selection, transient, isOverview),
  )
  const edges = useWorkbenchState(({ document, selection }) => toEdges(document, selection))

  const select = useCallback(
    (change: (selection: Selection) => Selection) =>
      store.select(change(store.getState().selection)),
    [store],
  )

  const drag = useCallback(
    (dragged: Readonly<Record<string, Point>>) =>
      setTransient((current) => ({ ...current, dragged })),
    [],
  )

  const onNodesChange = useCallback(
    (changes: NodeChange<Card>[]) => {
      const { selected, dragged, measured } = sort(changes)
      if (selected.size > 0) {
        select((old) => ({ ...old, nodes: applySelected(old.nodes, selected) }))
      }
      if (Object.keys(dragged).length > 0 || Object.keys(measured).length > 0) {
        setTransient((current) => ({
          dragged: { ...current.dragged, ...dragged },
          measured:
            Object.keys(measured).length > 0
              ? { ...current.measured, ...measured }
              : current.measured,
        }))
      }
    },
    [select],
  )

  const onEdgesChange = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const selected = new Map(
        changes.flatMap((change) =>
          change.type === 'select' ? [[change.id, change.selected]] : [],
        ),
      )
      if (selected.size > 0) {
        select((old) => ({ ...old, edges: applySelected(old.edges, selected) }))
      }
    },
    [select],
  )

  /** Writes a drag as one undo step when it ends. */
  const drop = useCallback(
    (cards: readonly (readonly [id: string, position: Point])[]) => {
      const positions = cards.map(([id, [x, y]]): [string, Point] => [
        id,
        [Math.round(x), Math.round(y)],
      ])
      drag({})
      store.edit((old) => moveCards(old, positions))
    },
    [store, drag],
  )

  const onNodeDragStop = useCallback(
    (_event: unknown, _card: Card, cards: Card[]) => {
      drop(cards.map(({ id, position }): [string, Point] => [id, [position.x, position.y]]))
    },
    [drop],
  )

  return {
    nodes,
    edges,
    drawnEdges: isOverview ? NO_EDGES : edges,
    isOverview,
    drag,
    drop,
    onNodesChange,
    onEdgesChange,
    onNodeDragStop,
  }
}

function sort(changes: readonly NodeChange<Card>[]) {
  const selected = new Map<string, boolean>()
  const dragged: Record<string, Point> = {}
  const measured: Record<string, { width: number; height: number }> = {}
  for (const change of changes) {
    if (change.type === 'select') selected.set(change.id, change.selected)
    if (change.type === 'position' && change.dragging && change.position) {
      dragged[change.id] = [change.position.x, change.position.y]
    }
    if (change.type === 'dimensions' && change.dimensions) measured[change.id] = change.dimensions
  }
  return { selected, dragged, measured }
}

function applySelected(ids: readonly string[], changes: ReadonlyMap<string, boolean>): string[] {
  const remainingIds = ids.filter((id) => changes.get(id) !== false)
  const added = [...changes]
    .filter(([id, isSelected]) => isSelected && !remainingIds.includes(id))
    .map(([id]) => id)
  return [...remainingIds, ...added]
}
