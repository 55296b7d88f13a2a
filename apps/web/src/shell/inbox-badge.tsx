import { VisuallyHidden } from '@mantine/core'
import { plural } from '../lib/format.ts'
import { useWaiting } from '../lib/use-waiting.ts'
import styles from './rail.module.css'

/** How many runs wait for somebody; nothing when none does. */
export function InboxBadge() {
  const { data } = useWaiting()
  const count = data?.runs.length ?? 0
  if (count === 0) return null
  return (
    <span className={styles.badge} data-count={data?.hasMore ? `${count}+` : count}>
      <VisuallyHidden>{plural(count, 'run')} waiting</VisuallyHidden>
    </span>
  )
}
