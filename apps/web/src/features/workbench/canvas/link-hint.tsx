import { titleOf } from '../../../lib/node-summary.ts'
import { Keys } from '../../../ui/keys.tsx'
import { onlyOne } from '../store/selection.ts'
import { useBench } from '../workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './canvas.module.css'

/** While an edge is made by keys: from where to where, and which keys go on. */
export function LinkHint() {
  const linking = useCanvasUi((ui) => ui.linking)
  const from = useBench(({ document }) => linking && titleOf(document, linking.node))
  const to = useBench(({ document, selection }) => {
    const one = onlyOne(selection)
    return one?.type === 'node' && one.id !== linking?.node ? titleOf(document, one.id) : undefined
  })
  if (!linking) return null
  return (
    <p className={styles.connecting} role="status">
      {from}
      {linking.port !== null && ` by ${linking.port}`} → {to ?? '…'}{' '}
      {to === undefined ? (
        <>
          Walk to a node with the arrow keys; <Keys keys="c" /> takes the next port
        </>
      ) : (
        <>
          <Keys keys="enter" /> connects, <Keys keys="escape" /> stops
        </>
      )}
    </p>
  )
}
