import { Keys } from '../../../ui/keys.tsx'
import { useBench } from '../workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './canvas.module.css'

/** On a graph without nodes: the ways to its first one. */
export function EmptyHint() {
  const isEmpty = useBench((state) => Object.keys(state.document.nodes).length === 0)
  const isAdding = useCanvasUi((ui) => ui.palette !== undefined)
  if (!isEmpty || isAdding) return null
  return (
    <p className={styles.empty}>
      Drag from Start into the void, double-click, or press <Keys keys="n" /> to add the first node.
    </p>
  )
}
