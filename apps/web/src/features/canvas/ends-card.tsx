import { END, START } from '@lathe/contract'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { kindTitle, NodeKindIcon } from '../../ui/node-kind-icon.tsx'
import { useBench } from '../workbench/workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './card.module.css'
import type { Card } from './flow-nodes.ts'
import { endSummary } from '../../lib/node-summary.ts'
import { InHandle, OutHandle } from './port-handles.tsx'

/** Where the graph begins or ends, with the channels that come in or go out. */
export const EndsCard = memo(function EndsCard({ id, selected }: NodeProps<Card>) {
  const end = id === START ? START : END
  const summary = useBench((state) => endSummary(state.document, end))
  const use = useCanvasUi((ui) => ui.lit?.nodes[id])

  return (
    <div className={styles.card} data-selected={selected || undefined} data-use={use} data-ends>
      {end === END && <InHandle />}
      <div className={styles.head}>
        <NodeKindIcon kind={end} />
        <span className={styles.title}>{kindTitle(end)}</span>
      </div>
      <p className={styles.summary}>{summary}</p>
      {end === START && <OutHandle />}
    </div>
  )
})
