import { END, type GraphDocument, START } from '@lathe/contract'
import { portsAt } from '@lathe/graph'
import { endSummary, nodeSummary, titleOf } from '../../../../lib/node-summary.ts'
import { NodeKindIcon } from '../../../../ui/node-kind-icon.tsx'
import { noteIndex } from '../../notes.ts'
import { fitText, measureIn } from './fit-text.ts'
import type { Placed } from './graph-picture.tsx'

type CardPictureProps = {
  document: GraphDocument
  card: Placed
}

const measureTitle = () => measureIn(`600 14px ${FONT}`)
const measureBody = () => measureIn(`12px ${FONT}`)

export function CardPicture({ document, card }: CardPictureProps) {
  const { id, x, y, width, height } = card
  const note = noteIndex(id)
  if (note !== undefined) {
    return (
      <g transform={`translate(${x} ${y})`}>
        <Frame width={width} height={height} isDashed />
        <Lines
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
  const summary = end ? endSummary(document, end) : node ? nodeSummary(node) : ''
  const [title = ''] = fitText(titleOf(document, id), width - 40, 1, measureTitle())
  return (
    <g transform={`translate(${x} ${y})`}>
      <Frame width={width} height={height} isDashed={end !== undefined} />
      <g transform="translate(9 11)">
        <NodeKindIcon kind={end ?? node?.kind ?? END} />
      </g>
      <text x={31} y={24} {...TITLE}>
        {title}
      </text>
      <Lines text={summary} x={9} y={49} width={width - 18} maxLines={ports.length > 0 ? 1 : 2} />
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

const Frame = ({ width, height, isDashed }: FrameProps) => (
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

type LinesProps = { text: string; x: number; y: number; width: number; maxLines: number }

function Lines({ text, x, y, width, maxLines }: LinesProps) {
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

export const BODY = { fontFamily: FONT, fontSize: 12 }
const TITLE = { fontFamily: FONT, fontSize: 14, fontWeight: 600, fill: 'var(--text)' }
export const MUTED = { fill: 'var(--text-muted)' }
