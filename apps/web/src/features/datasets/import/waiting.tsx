import { Button } from '@mantine/core'
import { useDelayed } from '../../../lib/browser/use-delayed.ts'
import styles from '../datasets.module.css'

const SHOW_DELAY_MS = 1_000

/** Shows a cancel button if a request takes long. */
export function Waiting({ label, onCancel }: { label: string; onCancel: () => void }) {
  const isLong = useDelayed(SHOW_DELAY_MS)
  if (!isLong) return null
  return (
    <p className={styles.muted} role="status">
      {label}{' '}
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </p>
  )
}
