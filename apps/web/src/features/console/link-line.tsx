import { formatDuration } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { useRun } from '../workbench/workbench-context.ts'
import styles from './lines.module.css'

const UNWORTHY_MS = 1_500

/** A line, not a toast: what is shown stays, and is told to be old. */
export function LinkLine() {
  const link = useRun((state) => state.link)
  if (link.state === 'failed') return <ErrorPanel attempted="load the run" error={link.error} />
  return link.state === 'lost' ? <Lost since={link.since} /> : null
}

function Lost({ since }: { since: number }) {
  const ms = useNow(1_000).getTime() - since
  if (ms < UNWORTHY_MS) return null
  return (
    <p className={styles.link} role="status">
      Live updates stopped {formatDuration(ms)} ago — retrying
    </p>
  )
}
