import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { ChangeMark } from '../../../ui/change-mark.tsx'
import { NodeKindIcon } from '../../../ui/node-kind-icon.tsx'
import styles from './diff-canvas.module.css'
import type { DiffCard as Card } from './picture.ts'

/** A node of either graph, with what became of it. */
export const DiffCard = memo(function DiffCard({ data, selected }: NodeProps<Card>) {
  const { kind, title, summary, change } = data
  return (
    <div className={styles.card} data-change={change} data-selected={selected || undefined}>
      <Handle type="target" position={Position.Left} className={styles.handle ?? ''} />
      {change && (
        <span className={styles.mark}>
          <ChangeMark type={change} />
        </span>
      )}
      <div className={styles.title}>
        <NodeKindIcon kind={kind} />
        <span>{title}</span>
      </div>
      <p className={styles.summary}>{summary}</p>
      <Handle type="source" position={Position.Right} className={styles.handle ?? ''} />
    </div>
  )
})
