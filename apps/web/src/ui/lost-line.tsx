import { formatDuration } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import styles from './lost-line.module.css'

const UNWORTHY_MS = 1_500

/** A line, not a toast: what is shown stays, and is told to be old. `since` is in milliseconds. */
export function LostLine({ since }: { since: number }) {
  const ms = useNow(1_000).getTime() - since
  if (ms < UNWORTHY_MS) return null
  return (
    <p className={styles.root} role="status">
      Live updates stopped {formatDuration(ms)} ago — retrying
    </p>
  )
}
