import type { Alert } from '@lathe/contract'
import styles from './alerts.module.css'

const [WIDTH, HEIGHT, EDGE] = [120, 20, 2]

type SparklineProps = Pick<Alert, 'recent' | 'threshold'>

/** The last looks and, dashed, the threshold; the numbers stand beside it and on the alert's page. */
export function Sparkline({ recent, threshold }: SparklineProps) {
  const values = recent.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return <span className={styles.muted}>—</span>
  const low = Math.min(threshold, ...values)
  const high = Math.max(threshold, ...values)
  const y = (value: number) =>
    HEIGHT - EDGE - ((value - low) / (high - low || 1)) * (HEIGHT - 2 * EDGE)
  const x = (index: number) => (index / Math.max(1, recent.length - 1)) * WIDTH
  return (
    <svg
      className={styles.spark}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
    >
      <path className={styles.bound} d={`M0 ${y(threshold)}H${WIDTH}`} />
      {segmentsOf(recent).map((segment) => (
        <polyline
          key={segment[0]?.index}
          points={segment.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')}
        />
      ))}
    </svg>
  )
}

/** A look that found nothing is a gap. */
function segmentsOf(recent: Alert['recent']) {
  const segments: { index: number; value: number }[][] = [[]]
  for (const [index, { value }] of recent.entries()) {
    if (value === null) segments.push([])
    else segments.at(-1)?.push({ index, value })
  }
  return segments.filter((segment) => segment.length > 1)
}
