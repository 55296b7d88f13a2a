import { IconRefresh } from '@tabler/icons-react'
import { formatDuration } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { RetryView } from '../../../lib/run-view/run-view.ts'
import styles from './lines.module.css'

const REASONS: Record<string, string> = {
  RATE_LIMITED: 'the provider asks to slow down',
  OVERLOADED: 'the provider is overloaded',
  PROVIDER_ERROR: 'the provider had trouble',
  CONNECTION: 'the provider could not be reached',
  TIMEOUT: 'the provider did not answer in time',
  STREAM_INTERRUPTED: 'the answer was cut off',
  CONFLICT: 'the provider was busy',
}

/** Said while it waits and while the next try has brought nothing yet. */
export function RetryLine({ retry }: { retry: RetryView }) {
  const now = useNow(250)
  const waitMs = retry.dueAt / 1_000 - now.getTime()
  const doing = waitMs > 0 ? `waiting ${formatDuration(Math.ceil(waitMs / 100) * 100)}` : 'trying'
  return (
    <p className={styles.retry} role="status">
      <IconRefresh size={14} aria-hidden />
      {doing}, attempt {retry.attempt} of {retry.of}
      <span className={styles.reason}>{REASONS[retry.code] ?? retry.code}</span>
    </p>
  )
}
