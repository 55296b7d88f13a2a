import { VisuallyHidden } from '@mantine/core'
import { plural } from '../lib/format.ts'
import { useDelayed } from '../lib/use-delayed.ts'
import { useWaiting } from '../lib/use-waiting.ts'
import styles from './rail.module.css'

/** What the page itself shows is asked for first. */
const ASKED_AFTER_MS = 500

/** How many runs wait for somebody; nothing when none does. */
export function InboxBadge() {
  return useDelayed(ASKED_AFTER_MS) && <WaitingCount />
}

function WaitingCount() {
  const { data } = useWaiting()
  const count = data?.runs.length ?? 0
  if (count === 0) return null
  return (
    <span className={styles.badge} data-count={data?.hasMore ? `${count}+` : count}>
      <VisuallyHidden>{plural(count, 'run')} waiting</VisuallyHidden>
    </span>
  )
}
