import { useStore } from '@xyflow/react'
import { useCanvasUi } from '../canvas-ui.ts'
import type { Use } from './lit-nodes.ts'
import styles from './state-lane.module.css'

/** Lines between the channel that is lit, below the graph, and the nodes that write and read it. */
export function ChannelLines() {
  const lit = useCanvasUi((ui) => ui.lit)
  if (!lit) return null
  return (
    <svg className={styles.lines} aria-hidden>
      {Object.entries(lit.nodes).map(([id, use]) => (
        <Line key={id} id={id} use={use} x={lit.x} />
      ))}
    </svg>
  )
}

function Line({ id, use, x }: { id: string; use: Use; x: number }) {
  const path = useStore(({ nodeLookup, transform: [left, top, zoom], height }) => {
    const node = nodeLookup.get(id)
    if (!node) return undefined
    const at = node.internals.positionAbsolute
    const nodeX = (at.x + (node.measured.width ?? 0) / 2) * zoom + left
    const nodeY = (at.y + (node.measured.height ?? 0)) * zoom + top
    const bend = Math.max(24, (height - nodeY) / 2)
    return `M ${nodeX} ${nodeY} C ${nodeX} ${nodeY + bend}, ${x} ${height - bend}, ${x} ${height}`
  })
  return path === undefined ? null : <path d={path} data-use={use} />
}
