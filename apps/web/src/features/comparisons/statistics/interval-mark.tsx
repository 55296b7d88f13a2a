import type { Interval, Measure } from '@lathe/stats'
import styles from './statistics.module.css'

const WIDTH = 180
const HEIGHT = 20
const MARGIN = 6

type IntervalMarkProps = {
  interval: Interval
  estimate: number
  measure: Measure
  /** Where the axis ends, when several share one. */
  reach?: number
}

/** An interval on an axis with zero in its middle; the sentence beside it is its table twin. */
export function IntervalMark({ interval, estimate, measure, reach: given }: IntervalMarkProps) {
  const { low, high } = interval
  const reach = given ?? (measure === 'pass' ? 1 : reachOf(interval))
  const at = (value: number) => WIDTH / 2 + (value / reach) * (WIDTH / 2 - MARGIN)
  const middle = HEIGHT / 2

  return (
    <svg className={styles.interval} width={WIDTH} height={HEIGHT} aria-hidden>
      <line className={styles.axis} x1={MARGIN} x2={WIDTH - MARGIN} y1={middle} y2={middle} />
      <line className={styles.zero} x1={WIDTH / 2} x2={WIDTH / 2} y1={2} y2={HEIGHT - 2} />
      <line className={styles.range} x1={at(low)} x2={at(high)} y1={middle} y2={middle} />
      <circle className={styles.estimate} cx={at(estimate)} cy={middle} r={4} />
    </svg>
  )
}

export const reachOf = ({ low, high }: Interval): number =>
  Math.max(Math.abs(low), Math.abs(high)) || 1
