import { formatDuration } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './interrupts.module.css'

type DeadlineProps = {
  /** Microseconds. */
  at: number
  /** Where the run goes then, if that is known. */
  next: string | undefined
}

/** Counts down to when the run goes on without an answer. */
export function Deadline({ at, next }: DeadlineProps) {
  const ms = at / 1_000 - useNow(1_000).getTime()
  const where = next === undefined ? '' : ` with ${next}`
  return (
    <p className={styles.note}>
      {ms > 0
        ? `Without an answer the run continues${where} in ${formatDuration(ms)}.`
        : 'The time to answer has expired.'}
    </p>
  )
}
