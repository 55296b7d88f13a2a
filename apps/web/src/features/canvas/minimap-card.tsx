import { END, START } from '@lathe/contract'
import type { MiniMapNodeProps } from '@xyflow/react'
import { noteIndex } from '../workbench/notes.ts'
import { cardColour } from '../../ui/node-kind-icon.tsx'
import { useNode } from '../workbench/workbench-context.ts'
import { useCardStatus } from './use-card-status.ts'

/** A card from afar: the hue of its family, brighter while it runs. */
export function MinimapCard({ id, x, y, width, height, selected }: MiniMapNodeProps) {
  const node = useNode(id)
  const status = useCardStatus(id)
  if (noteIndex(id) !== undefined) return null
  const kind = id === START || id === END ? id : (node?.kind ?? END)
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx={8}
      fill={status === 'error' ? 'var(--status-error)' : cardColour(kind)}
      opacity={status === 'running' || selected ? 1 : 0.6}
    />
  )
}
