import { Handle, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import { ChangeMark, isChangeType } from '../json/change-mark.tsx'
import { NodeKindIcon } from '../status/node-kind-icon.tsx'
import type { StillCard as Card } from './cards.ts'
import styles from './still-graph.module.css'

/** Keeps text on the card readable. */
const HOTTEST = 0.4

/** Read-only node with its highlight. */
export const StillCard = memo(function StillCard({ data, selected }: NodeProps<Card>) {
  const { kind, title, summary, look, mark, heat } = data
  return (
    <div className={styles.card} data-look={look} data-selected={selected || undefined}>
      {heat !== undefined && <span className={styles.heat} style={{ opacity: heat * HOTTEST }} />}
      <Handle type="target" position={Position.Left} className={styles.handle ?? ''} />
      {isChangeType(look) ? (
        <span className={styles.mark}>
          <ChangeMark type={look} />
        </span>
      ) : (
        mark !== undefined && <span className={`${styles.mark} ${styles.word}`}>{mark}</span>
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
