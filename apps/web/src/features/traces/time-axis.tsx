import { ticksOf, type TimeRange } from '@lathe/traces'
import { formatDuration } from '../../lib/format.ts'
import styles from './spans.module.css'

const MOST_TICKS = 5
/** Further right a label has no room. */
const LAST_LABEL = 0.92

type TimeAxisProps = {
  range: TimeRange
  /** What the figures count from. */
  from: number
}

/** Marks stand apart also where all is over within a millisecond. */
function labelOf(micros: number): string {
  if (micros === 0) return '0'
  return micros < 1_000 ? `${Math.round(micros)} µs` : formatDuration(micros / 1_000)
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
              {labelOf(offset + before)}
            </span>
          ))}
      </span>
    </div>
  )
}
