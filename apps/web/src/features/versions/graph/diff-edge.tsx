import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { wayPath } from '../../../ui/way-path.ts'
import styles from './diff-canvas.module.css'
import type { DiffWay } from './picture.ts'

const SIGNS = { added: '+ added', removed: '− removed', changed: '~ changed' }

export const DiffEdge = memo(function DiffEdge(props: EdgeProps<DiffWay>) {
  const { id, data, markerEnd } = props
  const [path, x, y] = wayPath(props)
  if (!data) return null
  const { way, change } = data
  const label = [change && SIGNS[change], way.when, way.each && `each ${way.each.as}`]
    .filter(Boolean)
    .join(' · ')

  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        className={styles.path ?? ''}
        data-change={change}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      {label !== '' && (
        <EdgeLabelRenderer>
          <span
            className={styles.label}
            data-change={change}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
