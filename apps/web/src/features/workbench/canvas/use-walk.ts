import type { GraphDocument } from '@lathe/contract'
import { type InternalNode, useReactFlow } from '@xyflow/react'
import { cardTitle } from '../../../lib/format/node-summary.ts'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import { noteId } from '../notes.ts'
import { edgeIndex, keyOfEdge, onlyOne, selectEdge, selectNode } from '../store/selection.ts'
import { useWorkbench } from '../workbench-context.ts'
import type { Card } from './cards/flow-nodes.ts'
import { focusOnCanvas, useReveal } from './reveal.ts'
import {
  type Direction,
  neighbour,
  type Spot,
  nextEdge,
  stepFromEdge,
  type WalkStep,
} from './walk-targets.ts'

/** Keyboard navigation: selects the next node or edge, scrolls it into view and focuses it. */
export function useWalk() {
  const { store } = useWorkbench()
  const flow = useReactFlow<Card>()
  const reveal = useReveal()

  const goToNode = (id: string, isAdding = false) => {
    const { selection, document: graph } = store.getState()
    const otherNodes = isAdding ? selection.nodes.filter((node) => node !== id) : []
    store.select(isAdding ? { nodes: [...otherNodes, id], edges: [] } : selectNode(id))
    reveal([id])
    focusOnCanvas('node', id, () => announce(cardTitle(graph, id)))
  }

  const goToEdge = (index: number) => {
    const { document: graph } = store.getState()
    const edge = graph.edges[index]
    const key = keyOfEdge(graph, index)
    if (!edge || key === undefined) return
    const portSuffix = edge.when === undefined ? '' : ` by ${edge.when}`
    const announcement = `From ${cardTitle(graph, edge.from)}${portSuffix} to ${cardTitle(graph, edge.to)}`
    store.select(selectEdge(key))
    reveal([edge.to])
    focusOnCanvas('edge', key, () => announce(announcement))
  }

  const go = (to: WalkStep | undefined) => {
    if (!to) return
    if ('edge' in to) goToEdge(to.edge)
    else goToNode(to.node)
  }

  const selectedEdgeIndex = () => {
    const { selection, document: graph } = store.getState()
    const selected = onlyOne(selection)
    return selected?.type === 'edge' ? edgeIndex(graph, selected.key) : undefined
  }

  return {
    /** Moves to the nearest card, or from an edge to its ends and neighbouring edges. */
    walk: (direction: Direction, { isAdding = false } = {}) => {
      const { selection, document: graph } = store.getState()
      const edgeIndex = selectedEdgeIndex()
      if (edgeIndex !== undefined) return go(stepFromEdge(graph, edgeIndex, direction))
      const spots = flow
        .getNodes()
        .filter((card) => card.type !== 'note')
        .map((card) => cardSpot(flow.getInternalNode(card.id) ?? card))
      const from = selection.nodes.at(-1) ?? ''
      const to = neighbour(connected(spots, graph, from, direction), from, direction)
      if (to !== undefined) goToNode(to, isAdding)
    },

    /** Moves to the next edge of the selected node, or of the selected edge's source. */
    walkEdges: () => {
      const { selection, document: graph } = store.getState()
      const currentEdge = selectedEdgeIndex()
      const node =
        currentEdge === undefined ? selection.nodes.at(-1) : graph.edges[currentEdge]?.from
      const next = node === undefined ? undefined : nextEdge(graph, node, currentEdge)
      if (next === undefined) announce('This node has no edges')
      else goToEdge(next)
    },

    walkNotes: () => {
      const { selection, document: graph } = store.getState()
      const ids = graph.notes.map((_, index) => noteId(index))
      const next = ids[(ids.indexOf(selection.nodes[0] ?? '') + 1) % ids.length]
      if (next !== undefined) goToNode(next)
    },
  }
}

/** Prefers connected nodes to the left and right. */
function connected(
  spots: readonly Spot[],
  { edges }: GraphDocument,
  from: string,
  direction: Direction,
): readonly Spot[] {
  const next = new Set(
    edges.flatMap((edge) =>
      direction === 'right' && edge.from === from
        ? [edge.to]
        : direction === 'left' && edge.to === from
          ? [edge.from]
          : [],
    ),
  )
  const among = spots.filter((spot) => spot.id === from || next.has(spot.id))
  return neighbour(among, from, direction) === undefined ? spots : among
}

const cardSpot = ({ id, position, measured }: Card | InternalNode<Card>) => ({
  id,
  x: position.x + (measured?.width ?? 0) / 2,
  y: position.y + 20,
})
