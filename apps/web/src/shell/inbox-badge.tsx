import { VisuallyHidden } from '@mantine/core'
import { plural } from '../lib/format/format.ts'
import { useDelayed } from '../lib/browser/use-delayed.ts'
import { useWaitingRuns } from '../lib/api/use-waiting-runs.ts'
import styles from './sidebar.module.css'

/** Delay, so that the page's own data is requested first. */
const REQUEST_DELAY_MS = 500

/** Number of runs that wait for a person. Empty at zero. */
export function InboxBadge() {
  return useDelayed(REQUEST_DELAY_MS) && <WaitingCount />
}

function WaitingCount() {
  const { data } = useWaitingRuns()
  const count = data?.runs.length ?? 0
  if (count === 0) return null
  return (
    <span className={styles.badge} data-count={data?.hasMore ? `${count}+` : count}>
      <VisuallyHidden>{plural(count, 'run')} waiting</VisuallyHidden>
    </span>
  )
}
