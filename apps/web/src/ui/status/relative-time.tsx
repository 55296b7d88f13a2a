import { formatRelativeTime } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import styles from './quantities.module.css'

type RelativeTimeProps = {
  /** Microseconds since the epoch. */
  time: number
}

/** Relative time for up to a day, absolute after that. The tooltip shows the full ISO time. */
export function RelativeTime({ time }: RelativeTimeProps) {
  const date = new Date(time / 1_000)
  const now = useNow(1_000)
  const iso = date.toISOString()
  return (
    <time className={styles.number} dateTime={iso} title={iso}>
      {formatRelativeTime(date, now)}
    </time>
  )
}
