import { ticksOf, type TimeRange } from '@lathe/traces'
import { formatDuration } from '../../lib/format.ts'
import styles from './traces.module.css'

const MOST_TICKS = 5

export function TimeAxis({ range }: { range: TimeRange }) {
  const length = range.to - range.from
  return (
    <div className={styles.axis} aria-hidden>
      <span className={styles.axisTrack}>
        {ticksOf(range, MOST_TICKS).map((offset) => (
          <span
            key={offset}
            className={styles.tick}
            style={{ left: `${(offset / length) * 100}%` }}
          >
            {offset === 0 ? '0' : formatDuration(offset / 1_000)}
          </span>
        ))}
      </span>
    </div>
  )
}
