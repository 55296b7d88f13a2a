import { END, START } from '@lathe/contract'
import type { NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { kindTitle, NodeKindIcon, type CardKind } from '../../../../ui/status/node-kind-icon.tsx'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { useCanvasUi, useDetail } from '../canvas-ui.ts'
import styles from './card.module.css'
import type { Card } from './flow-nodes.ts'
import { endSummary } from '../../../../lib/format/node-summary.ts'
import { InHandle, OutHandle } from './port-handles.tsx'
import { cardHandles, type Size } from './card-geometry.ts'

/** Card of the graph's start or end, with the input or output channels. */
export const EndsCard = memo(function EndsCard({
  id,
  selected,
  width = 0,
  height = 0,
}: NodeProps<Card>) {
  const end = id === START ? START : END
  const summary = useWorkbenchState((state) => endSummary(state.document, end))
  const use = useCanvasUi((ui) => ui.highlight?.nodes[id])
  const isBox = useDetail() !== 'cards'
  const cardAttributes = {
    'data-selected': selected || undefined,
    'data-use': use,
    'data-ends': true,
  }
  if (isBox) {
    return (
      <div className={styles.card} style={{ height }} {...cardAttributes}>
        <BoxCard id={id} kind={end} title={kindTitle(end)} size={{ width, height }} />
      </div>
    )
  }

  return (
    <div className={styles.card} {...cardAttributes}>
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

type BoxCardProps = {
  id: string
  kind: CardKind
  title: string
  size: Size
}

/** Simplified card for medium zoom levels. */
export function BoxCard({ id, kind, title, size }: BoxCardProps) {
  const { store } = useWorkbench()
  return (
    <div className={styles.box}>
      <NodeKindIcon kind={kind} size={28} />
      <span className={styles.boxTitle}>{title}</span>
      {/* xyflow finds handles by these ids. They are too small to grab, because no edge can be drawn from here. */}
      {cardHandles(store.getState().document, id, size).map((handle) => (
        <i
          key={handle.id}
          className={handle.type}
          data-handleid={handle.id}
          data-handlepos={handle.position}
          style={{ left: handle.x - 1, top: handle.y - 1 }}
        />
      ))}
    </div>
  )
}
