import type { GraphDocument } from '@lathe/contract'
import { Position } from '@xyflow/react'
import type { Point } from '../../../../lib/node-places.ts'
import { laneOf } from '../../../../ui/lane-of.ts'
import { wayPath } from '../../../../ui/way-path.ts'
import { cardHandles, type Size } from '../cards/card-geometry.ts'
import { portHandle } from '../edges/flow-edges.ts'
import { edgeLabelParts } from '../edges/edge-label.tsx'
import { CardPicture, BODY, MUTED } from './card-picture.tsx'

export type Placed = Size & { id: string; x: number; y: number }

type GraphPictureProps = {
  document: GraphDocument
  cards: readonly Placed[]
}

/** The graph as a self-contained drawing. */
export function GraphPicture({ document, cards }: GraphPictureProps) {
  const edges = pictureEdges(document, cards)
  return (
    <g>
      <defs>
        <marker id="arrow" viewBox="-10 -5 10 10" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M -8 -4 L 0 0 L -8 4 Z" fill="var(--line-strong)" />
        </marker>
      </defs>
      {edges.map(({ path, isError, key }) => (
        <path
          key={key}
          d={path}
          fill="none"
          stroke={isError ? 'var(--status-error)' : 'var(--line-strong)'}
          strokeWidth="1.5"
          strokeDasharray={isError ? '4 3' : undefined}
          markerEnd="url(#arrow)"
        />
      ))}
      {cards.map((card) => (
        <CardPicture key={card.id} document={document} card={card} />
      ))}
      {edges.map(({ text, labelPosition: [x, y], key }) =>
        text === '' ? null : (
          <text
            key={key}
            x={x}
            y={y}
            {...BODY}
            {...MUTED}
            fontSize="11"
            textAnchor="middle"
            dominantBaseline="central"
            stroke="var(--panel)"
            strokeWidth="5"
            strokeLinejoin="round"
            paintOrder="stroke"
          >
            {text}
          </text>
        ),
      )}
    </g>
  )
}

type PictureEdge = {
  key: string
  path: string
  labelPosition: Point
  text: string
  isError: boolean
}

function pictureEdges(document: GraphDocument, cards: readonly Placed[]): PictureEdge[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  return document.edges.flatMap((edge, index): PictureEdge[] => {
    const [source, target] = [byId.get(edge.from), byId.get(edge.to)]
    const from = source && endAt(document, source, portHandle(edge.when))
    const to = target && endAt(document, target, 'in')
    if (!from || !to) return []
    const ends = {
      sourceX: from.x,
      sourceY: from.y,
      targetX: to.x,
      targetY: to.y,
      sourcePosition: from.position,
      targetPosition: to.position,
    }
    const lane = laneOf(() => cards, ends)
    const [path, x, y] = wayPath(ends, lane)
    const text = edgeLabelParts(edge)
      .map(([part]) => part)
      .join(' · ')
    return [
      { key: String(index), path, labelPosition: [x, y], text, isError: edge.when === 'error' },
    ]
  })
}

function endAt(document: GraphDocument, card: Placed, id: string) {
  const handle = cardHandles(document, card.id, card).find((each) => each.id === id)
  if (!handle) return undefined
  const { position, width = 0, height = 0 } = handle
  const middle = { x: card.x + handle.x + width / 2, y: card.y + handle.y + height / 2 }
  if (position === Position.Left) return { ...middle, x: card.x, position }
  if (position === Position.Right) return { ...middle, x: card.x + card.width, position }
  return { ...middle, y: card.y + card.height, position }
}
