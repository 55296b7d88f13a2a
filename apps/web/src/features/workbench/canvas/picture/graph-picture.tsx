import { END, type GraphDocument, START } from '@lathe/contract'
import { Position } from '@xyflow/react'
import { portsAt } from '@lathe/graph'
import type { Point } from '../../../../lib/values/node-positions.ts'
import { findEdgeLane } from '../../../../ui/still-graph/edge-lane.ts'
import { edgePath } from '../../../../ui/still-graph/edge-path.ts'
import { cardHandles, type Size } from '../cards/card-geometry.ts'
import { portHandle } from '../edges/flow-edges.ts'
import { edgeLabelParts } from '../edges/edge-label.tsx'
import { cardTitle, endSummary } from '../../../../lib/format/node-summary.ts'
import { summarizeNode } from '@lathe/nodes'
import { NodeKindIcon } from '../../../../ui/status/node-kind-icon.tsx'
import { noteIndex } from '../../notes.ts'

export type PlacedSize = Size & { id: string; x: number; y: number }

type GraphPictureProps = {
  document: GraphDocument
  cards: readonly PlacedSize[]
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

function pictureEdges(document: GraphDocument, cards: readonly PlacedSize[]): PictureEdge[] {
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
    const lane = findEdgeLane(() => cards, ends)
    const [path, x, y] = edgePath(ends, lane)
    const text = edgeLabelParts(edge)
      .map(([text]) => text)
      .join(' · ')
    return [
      { key: String(index), path, labelPosition: [x, y], text, isError: edge.when === 'error' },
    ]
  })
}

function endAt(document: GraphDocument, card: PlacedSize, id: string) {
  const handle = cardHandles(document, card.id, card).find((candidate) => candidate.id === id)
  if (!handle) return undefined
  const { position, width = 0, height = 0 } = handle
  const middle = { x: card.x + handle.x + width / 2, y: card.y + handle.y + height / 2 }
  if (position === Position.Left) return { ...middle, x: card.x, position }
  if (position === Position.Right) return { ...middle, x: card.x + card.width, position }
  return { ...middle, y: card.y + card.height, position }
}

type CardPictureProps = {
  document: GraphDocument
  card: PlacedSize
}

const measureTitle = () => measureFont(`600 14px ${FONT}`)
const measureBody = () => measureFont(`12px ${FONT}`)

function CardPicture({ document, card }: CardPictureProps) {
  const { id, x, y, width, height } = card
  const note = noteIndex(id)
  if (note !== undefined) {
    return (
      <g transform={`translate(${x} ${y})`}>
        <CardFrame width={width} height={height} isDashed />
        <TextLines
          text={document.notes[note]?.text ?? ''}
          x={8}
          y={20}
          width={width - 16}
          maxLines={40}
        />
      </g>
    )
  }
  const end = id === START || id === END ? id : undefined
  const node = document.nodes[id]
  const ports = portsAt(document, id).filter(({ role }) => role !== 'out' && role !== 'error')
  const summary = end ? endSummary(document, end) : node ? summarizeNode(node) : ''
  const [title = ''] = fitText(cardTitle(document, id), width - 40, 1, measureTitle())
  return (
    <g transform={`translate(${x} ${y})`}>
      <CardFrame width={width} height={height} isDashed={end !== undefined} />
      <g transform="translate(9 11)">
        <NodeKindIcon kind={end ?? node?.kind ?? END} />
      </g>
      <text x={31} y={24} {...TITLE}>
        {title}
      </text>
      <TextLines
        text={summary}
        x={9}
        y={49}
        width={width - 18}
        maxLines={ports.length > 0 ? 1 : 2}
      />
      {ports.length > 0 && <path d={`M 0 61.5 H ${width}`} stroke="var(--line)" />}
      {ports.map(({ label }, row) => (
        <text
          key={label}
          x={width - 13}
          y={62 + row * 24 + 16}
          {...BODY}
          {...MUTED}
          textAnchor="end"
        >
          {fitText(label, width - 24, 1, measureBody())}
        </text>
      ))}
    </g>
  )
}

type FrameProps = { width: number; height: number; isDashed: boolean }

const CardFrame = ({ width, height, isDashed }: FrameProps) => (
  <rect
    x={0.5}
    y={0.5}
    width={width - 1}
    height={height - 1}
    rx={6}
    fill="var(--canvas)"
    stroke="var(--line-strong)"
    strokeDasharray={isDashed ? '4 3' : undefined}
  />
)

type TextLinesProps = { text: string; x: number; y: number; width: number; maxLines: number }

function TextLines({ text, x, y, width, maxLines }: TextLinesProps) {
  const lines = fitText(text, width, maxLines, measureBody())
  return (
    <text x={x} y={y} {...BODY} {...MUTED}>
      {lines.map((line, row) => (
        <tspan key={`line ${row}`} x={x} dy={row === 0 ? 0 : 16}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/**
 * A font that every machine has: the exported file embeds none, and its texts must fit everywhere.
 */
const FONT = 'system-ui, sans-serif'

const BODY = { fontFamily: FONT, fontSize: 12 }
const TITLE = { fontFamily: FONT, fontSize: 14, fontWeight: 600, fill: 'var(--text)' }
const MUTED = { fill: 'var(--text-muted)' }

/** Width of a text in pixels. */
type Measure = (text: string) => number

/**
 * Breaks a text into lines no wider than `width`. Ends the last line with an ellipsis if text is
 * left over.
 */
export function fitText(text: string, width: number, maxLines: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(/\s+/)) {
      const extended = line === '' ? word : `${line} ${word}`
      if (line === '' || measure(extended) <= width) line = extended
      else {
        lines.push(line)
        line = word
      }
    }
    lines.push(line)
  }
  const visibleLines = lines.slice(0, maxLines)
  return visibleLines.map((line, index) =>
    index === maxLines - 1 && lines.length > maxLines
      ? truncateLine(`${line}…`, width, measure)
      : truncateLine(line, width, measure),
  )
}

function truncateLine(line: string, width: number, measure: Measure): string {
  if (measure(line) <= width) return line
  let end = line.length - 1
  while (end > 0 && measure(`${line.slice(0, end)}…`) > width) end -= 1
  return `${line.slice(0, end)}…`
}

/** Measures text in a canvas, or estimates its width without one. */
function measureFont(font: string): Measure {
  const surface = document.createElement('canvas').getContext('2d')
  if (!surface) return (text) => text.length * 7
  surface.font = font
  return (text) => surface.measureText(text).width
}
