import { ticksOf, type TimeRange } from '@lathe/traces'
import { formatDuration } from '../../lib/format.ts'
import styles from './traces.module.css'

const MOST_TICKS = 5
/** Further right a label has no room. */
const LAST_LABEL = 0.92

type TimeAxisProps = {
  range: TimeRange
  /** What the figures count from. */
  from: number
}

export function TimeAxis({ range, from }: TimeAxisProps) {
  const length = range.to - range.from
  const before = range.from - from
  return (
    <div className={styles.axis} aria-hidden>
      <span className={styles.axisTrack}>
        {ticksOf(range, MOST_TICKS)
          .filter((offset) => offset / length < LAST_LABEL)
          .map((offset) => (
            <span
              key={offset}
              className={styles.tick}
              style={{ left: `${(offset / length) * 100}%` }}
            >
              {offset + before === 0 ? '0' : formatDuration((offset + before) / 1_000)}
            </span>
          ))}
      </span>
    </div>
  )
}
