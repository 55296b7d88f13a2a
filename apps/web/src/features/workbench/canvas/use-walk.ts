import type { GraphDocument } from '@lathe/contract'
import { type InternalNode, useReactFlow } from '@xyflow/react'
import { cardTitle } from '../../../lib/format/node-summary.ts'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import { noteId } from '../notes.ts'
import {
  edgeIndex,
  edgeKeyAt,
  singleSelection,
  selectEdge,
  selectNode,
} from '../store/selection.ts'
import { useWorkbench } from '../workbench-context.ts'
import type { Card } from './cards/flow-nodes.ts'
import { focusOnCanvas, useReveal } from './reveal.ts'
import {
  type Direction,
  neighbour,
  type CardCentre,
  nextEdge,
  stepFromEdge,
  type WalkTarget,
} from './walk-targets.ts'

/** Keyboard navigation: selects the next node or edge, scrolls it into view and focuses it. */
export function useWalk() {
  const { store } = useWorkbench()
  const flow = useReactFlow<Card>()
  const reveal = useReveal()

  const goToNode = (id: string, isExtending = false) => {
    const { selection, document: graph } = store.getState()
    const otherNodes = isExtending ? selection.nodes.filter((node) => node !== id) : []
    store.select(isExtending ? { nodes: [...otherNodes, id], edges: [] } : selectNode(id))
    reveal([id])
    focusOnCanvas('node', id, () => announce(cardTitle(graph, id)))
  }

  const goToEdge = (index: number) => {
    const { document: graph } = store.getState()
    const edge = graph.edges[index]
    const key = edgeKeyAt(graph, index)
    if (!edge || key === undefined) return
    const portSuffix = edge.when === undefined ? '' : ` by ${edge.when}`
    const announcement = `From ${cardTitle(graph, edge.from)}${portSuffix} to ${cardTitle(graph, edge.to)}`
    store.select(selectEdge(key))
    reveal([edge.to])
    focusOnCanvas('edge', key, () => announce(announcement))
  }

  const goTo = (to: WalkTarget | undefined) => {
    if (!to) return
    if ('edge' in to) goToEdge(to.edge)
    else goToNode(to.node)
  }

  const selectedEdgeIndex = () => {
    const { selection, document: graph } = store.getState()
    const selected = singleSelection(selection)
    return selected?.type === 'edge' ? edgeIndex(graph, selected.key) : undefined
  }

  return {
    /** Moves to the nearest card, or from an edge to its ends and neighbouring edges. */
    walk: (direction: Direction, { isAdding: isExtending = false } = {}) => {
      const { selection, document: graph } = store.getState()
      const edgeIndex = selectedEdgeIndex()
      if (edgeIndex !== undefined) return goTo(stepFromEdge(graph, edgeIndex, direction))
      const positions = flow
        .getNodes()
        .filter((card) => card.type !== 'note')
        .map((card) => cardCentre(flow.getInternalNode(card.id) ?? card))
      const from = selection.nodes.at(-1) ?? ''
      const to = neighbour(connected(positions, graph, from, direction), from, direction)
      if (to !== undefined) goToNode(to, isExtending)
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
  positions: readonly CardCentre[],
  { edges }: GraphDocument,
  from: string,
  direction: Direction,
): readonly CardCentre[] {
  const next = new Set(
    edges.flatMap((edge) =>
      direction === 'right' && edge.from === from
        ? [edge.to]
        : direction === 'left' && edge.to === from
          ? [edge.from]
          : [],
    ),
  )
  const candidates = positions.filter(
    (candidate) => candidate.id === from || next.has(candidate.id),
  )
  return neighbour(candidates, from, direction) === undefined ? positions : candidates
}

const cardCentre = ({ id, position, measured }: Card | InternalNode<Card>) => ({
  id,
  x: position.x + (measured?.width ?? 0) / 2,
  y: position.y + 20,
})
