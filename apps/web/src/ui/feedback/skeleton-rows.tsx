import { Button } from '@mantine/core'
import { useDelayed } from '../../lib/browser/use-delayed.ts'
import styles from './skeleton-rows.module.css'

const SHOWN_AFTER_MS = 150
const SLOW_AFTER_MS = 5_000
const MAX_ROWS = 8

type SkeletonRowsProps = {
  /** Name of the loading content, for example "traces". */
  contentLabel: string
  count?: number
  /** Actual row height in pixels, so that the layout does not shift. */
  rowHeight?: number
  onCancel?: () => void
}

export function SkeletonRows({
  contentLabel,
  count = MAX_ROWS,
  rowHeight = 32,
  onCancel,
}: SkeletonRowsProps) {
  const isShown = useDelayed(SHOWN_AFTER_MS)
  const isSlow = useDelayed(SLOW_AFTER_MS)
  if (!isShown) return null

  return (
    <div role="status" aria-busy="true" aria-label={`Loading ${contentLabel}`}>
      {isSlow && (
        <p className={styles.slow}>
          Still waiting for {contentLabel}
          {onCancel && (
            <Button size="xs" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </p>
      )}
      {Array.from({ length: Math.min(count, MAX_ROWS) }, (_, row) => (
        <div key={row} className={styles.row} style={{ height: rowHeight }}>
          <span className={styles.bar} />
          <span className={styles.short} />
        </div>
      ))}
    </div>
  )
}
