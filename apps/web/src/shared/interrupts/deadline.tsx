import { formatDuration } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import styles from './interrupts.module.css'

type DeadlineProps = {
  /** Microseconds since the epoch. */
  deadline: number
  /** Node where the run continues after the deadline, if known. */
  next: string | undefined
}

/** Counts down to the time when the run continues without an answer. */
export function Deadline({ deadline, next }: DeadlineProps) {
  const ms = deadline / 1_000 - useNow(1_000).getTime()
  const continuation = next === undefined ? '' : ` with ${next}`
  return (
    <p className={styles.note}>
      {ms > 0
        ? `Without an answer the run continues${continuation} in ${formatDuration(ms)}.`
        : 'The time to answer has expired.'}
    </p>
  )
}
