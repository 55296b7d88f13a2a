import { formatDuration } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import styles from './interrupts.module.css'

/** Counts down to when the run goes on without an answer. */
export function Deadline({ at }: { at: number }) {
  const ms = at / 1_000 - useNow(1_000).getTime()
  return (
    <p className={styles.note}>
      {ms > 0
        ? `Without an answer the run goes on in ${formatDuration(ms)}.`
        : 'The time for an answer is over.'}
    </p>
  )
}
