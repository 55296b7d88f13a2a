import { END, START } from '@lathe/contract'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { kindTitle, NodeKindIcon } from '../../../ui/node-kind-icon.tsx'
import { useBench } from '../workbench-context.ts'
import { BoxCard } from './box-card.tsx'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './card.module.css'
import { useDetail } from './detail.ts'
import type { Card } from './flow-nodes.ts'
import { endSummary } from '../../../lib/node-summary.ts'
import { InHandle, OutHandle } from './port-handles.tsx'

/** Where the graph begins or ends, with the channels that come in or go out. */
export const EndsCard = memo(function EndsCard({
  id,
  selected,
  width = 0,
  height = 0,
}: NodeProps<Card>) {
  const end = id === START ? START : END
  const summary = useBench((state) => endSummary(state.document, end))
  const use = useCanvasUi((ui) => ui.lit?.nodes[id])
  const isBox = useDetail() !== 'cards'
  const mark = { 'data-selected': selected || undefined, 'data-use': use, 'data-ends': true }
  if (isBox) {
    return (
      <div className={styles.card} style={{ height }} {...mark}>
        <BoxCard id={id} kind={end} title={kindTitle(end)} size={{ width, height }} />
      </div>
    )
  }

  return (
    <div className={styles.card} {...mark}>
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
