import { NodeKindIcon, type CardKind } from '../../../ui/node-kind-icon.tsx'
import { useWorkbench } from '../workbench-context.ts'
import { handlesOf, type Size } from './card-geometry.ts'
import styles from './card.module.css'

type BoxCardProps = {
  id: string
  kind: CardKind
  title: string
  size: Size
}

/** What is left of a card from afar. */
export function BoxCard({ id, kind, title, size }: BoxCardProps) {
  const { store } = useWorkbench()
  return (
    <div className={styles.box}>
      <NodeKindIcon kind={kind} size={28} />
      <span className={styles.boxTitle}>{title}</span>
      {/* xyflow looks for handles on the page by these names; too small to grip, they need not be more. */}
      {handlesOf(store.getState().document, id, size).map((handle) => (
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
