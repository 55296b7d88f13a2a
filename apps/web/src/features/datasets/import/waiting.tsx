import { Button } from '@mantine/core'
import { useDelayed } from '../../../lib/browser/use-delayed.ts'
import styles from '../datasets.module.css'

const SHOWN_AFTER_MS = 1_000

/** Shows a cancel button if a request takes long. */
export function Waiting({ what, onCancel }: { what: string; onCancel: () => void }) {
  const isLong = useDelayed(SHOWN_AFTER_MS)
  if (!isLong) return null
  return (
    <p className={styles.muted} role="status">
      {what}{' '}
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  )
}
