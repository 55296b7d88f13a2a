import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { edgePath } from './edge-path.ts'
import type { Look, StillEdge as Edge } from './cards.ts'
import styles from './still-graph.module.css'

const SIGNS: Partial<Record<Look, string>> = {
  added: '+ added',
  removed: '− removed',
  changed: '~ changed',
}

export const StillEdge = memo(function StillEdge(props: EdgeProps<Edge>) {
  const { id, data, markerEnd } = props
  const [path, x, y] = edgePath(props)
  if (!data) return null
  const { text, look } = data
  const sign = look && SIGNS[look]
  const label = [sign, text].filter(Boolean).join(' · ')

  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={styles.path ?? ''}
        data-look={look}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      {label !== '' && (
        <EdgeLabelRenderer>
          <span
            className={styles.label}
            data-look={sign && look}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
