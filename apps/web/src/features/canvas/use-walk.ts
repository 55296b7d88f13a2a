import type { GraphDocument } from '@lathe/contract'
import { type InternalNode, useReactFlow } from '@xyflow/react'
import { titleOf } from '../../lib/node-summary.ts'
import { announce } from '../../ui/live-announcer.tsx'
import { selectNode } from '../workbench/store/selection.ts'
import { useWorkbench } from '../workbench/workbench-context.ts'
import type { Card } from './flow-nodes.ts'
import { type Direction, neighbour, type Spot } from './neighbour.ts'
import { useReveal } from './use-reveal.ts'

/** Goes to the nearest card, brings it into view and takes the focus there. */
export function useWalk() {
  const { store } = useWorkbench()
  const flow = useReactFlow<Card>()
  const reveal = useReveal()

  return (direction: Direction) => {
    const spots = flow
      .getNodes()
      .filter((card) => card.type !== 'note')
      .map((card) => spotOf(flow.getInternalNode(card.id) ?? card))
    const { selection, document: graph } = store.getState()
    const from = selection.nodes.at(-1) ?? ''
    const to = neighbour(connected(spots, graph, from, direction), from, direction)
    if (to === undefined) return
    store.select(selectNode(to))
    reveal([to])
    focusCard(to, () => announce(titleOf(graph, to)))
  }
}

const TRIES = 20

/** A card that was out of sight is drawn a little later, and from afar not at all: then it is told. */
function focusCard(id: string, tell: () => void, tries = 0): void {
  requestAnimationFrame(() => {
    const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)
    if (card) card.focus({ preventScroll: true })
    else if (tries < TRIES) focusCard(id, tell, tries + 1)
    else tell()
  })
}

/** Forward and back go along the edges, where there are any that way. */
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

const spotOf = ({ id, position, measured }: Card | InternalNode<Card>) => ({
  id,
  x: position.x + (measured?.width ?? 0) / 2,
  y: position.y + 20,
})
