import type { DifferenceKey, TraceDifference } from '@lathe/contract'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatPercent,
} from '../../../lib/format/format.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import styles from './differences.module.css'

/** Significance level. */
const SIGNIFICANCE = 0.05

const PROPERTY_LABELS: Readonly<Record<string, string>> & Partial<Record<DifferenceKey, string>> = {
  name: 'root',
  ttft: 'first token after',
  latency: 'latency over',
  input: 'input tokens over',
  output: 'output tokens over',
  cost: 'dearer than',
  spans: 'spans over',
}

export const differenceColumns: readonly Column<TraceDifference>[] = [
  { id: 'what', header: 'What', cell: propertyCell },
  {
    id: 'these',
    header: 'These',
    width: '140px',
    isNumeric: true,
    cell: (row) => <Share {...row.these} />,
  },
  {
    id: 'those',
    header: 'Those',
    width: '140px',
    isNumeric: true,
    cell: (row) => <Share {...row.those} />,
  },
  {
    id: 'mark',
    header: <span className={styles.scale}>Less · more in selection</span>,
    width: '200px',
    isSecondary: true,
    cell: significanceLabel,
  },
  {
    id: 'difference',
    header: 'Difference (95 % CI)',
    width: '200px',
    isNumeric: true,
    cell: difference,
  },
  {
    id: 'p',
    header: 'p',
    width: '80px',
    isNumeric: true,
    cell: ({ p }) => (
      <span className={p < SIGNIFICANCE ? undefined : styles.faint}>{formatP(p)}</span>
    ),
  },
]

type Property = Pick<TraceDifference, 'key' | 'value'>

function propertyCell({ same, ...first }: TraceDifference) {
  return (
    <>
      <PropertyName property={first} />
      {same.length > 0 && (
        <span className={styles.same} title={same.map(({ term }) => term).join('\n')}>
          also{' '}
          {same.slice(0, MAX_SAME).map((property) => (
            <span key={property.term} className={styles.sameProperty}>
              <PropertyName property={property} />
            </span>
          ))}
          {same.length > MAX_SAME && `+${same.length - MAX_SAME}`}
        </span>
      )}
    </>
  )
}

/** Further properties of the same traces are in the tooltip. */
const MAX_SAME = 3

function PropertyName({ property: { key, value } }: { property: Property }) {
  const name = PROPERTY_LABELS[key] ?? key.replace(/^(metadata|feedback)\./, '')
  return (
    <>
      <span className={styles.faint}>{name}</span>{' '}
      {typeof value === 'number' ? formatNumber(key, value) : value === '*' ? 'any' : value}
    </>
  )
}

function formatNumber(key: string, value: number): string {
  if (key === 'latency' || key === 'ttft') return formatDuration(value / 1_000)
  if (key.startsWith('feedback.')) return `above ${value}`
  return key === 'cost' ? formatCost(value) : formatCount(value)
}

function Share({ with: count, of: total }: TraceDifference['these']) {
  return (
    <>
      {formatPercent(count / total)} <span className={styles.faint}>{`${count}/${total}`}</span>
    </>
  )
}

const points = (share: number) => `${share < 0 ? '−' : '+'}${(Math.abs(share) * 100).toFixed(1)}`

function difference({ difference: estimate, low, high }: TraceDifference) {
  return (
    <>
      {points(estimate)} %{' '}
      <span className={styles.faint}>{`${points(low)} … ${points(high)}`}</span>
    </>
  )
}

const formatP = (p: number) => (p < 0.001 ? '<0.001' : p.toFixed(3))

const WIDTH = 184
const HEIGHT = 16

/** Draws the confidence interval between −100 % and +100 %. */
function significanceLabel({ difference: estimate, low, high, p }: TraceDifference) {
  const toX = (share: number) => WIDTH / 2 + share * (WIDTH / 2 - 5)
  const middle = HEIGHT / 2
  return (
    <svg
      className={styles.mark}
      width={WIDTH}
      height={HEIGHT}
      data-sure={p < SIGNIFICANCE}
      aria-hidden
    >
      <line className={styles.axis} x1={WIDTH / 2} x2={WIDTH / 2} y1={1} y2={HEIGHT - 1} />
      <line className={styles.interval} x1={toX(low)} x2={toX(high)} y1={middle} y2={middle} />
      <circle cx={toX(estimate)} cy={middle} r={3.5} />
    </svg>
  )
}
