import { hasUsage, type Span, type Spending } from '@lathe/contract'
import { callSpending } from '@lathe/traces'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatExactCost,
  formatExactCount,
  formatExactDuration,
  formatSpending,
  unknownCostReasons,
} from '../../lib/format/format.ts'
import { formatUsage, type TokenCounts } from '../../lib/format/format-usage.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import styles from './quantities.module.css'

type Amount = number | null | undefined

export function Duration({ ms }: { ms: Amount }) {
  return (
    <span className={styles.number} title={formatExactDuration(ms)}>
      {formatDuration(ms)}
    </span>
  )
}

/** Duration since a start in microseconds, updated ten times a second. */
export function RunningDuration({ since }: { since: number }) {
  const now = useNow(100)
  const ms = Math.max(0, now.getTime() - since / 1_000)
  return <span className={styles.number}>{formatDuration(ms < 1_000 ? ms : ms - (ms % 100))}</span>
}

export function Count({ value, unit }: { value: Amount; unit?: string }) {
  const exact = [formatExactCount(value), unit].filter(Boolean).join(' ')
  return (
    <span className={styles.number} title={exact}>
      {formatCount(value)}
    </span>
  )
}

/** `in → out`, with the exact counts on hover. */
export function Tokens({ usage }: { usage: TokenCounts }) {
  if (!hasUsage(usage)) {
    return (
      <span className={styles.number} title="No usage reported">
        —
      </span>
    )
  }
  return (
    <span className={styles.number} title={formatUsage(usage)}>
      {formatCount(usage.input)} → {formatCount(usage.output)}
    </span>
  )
}

/** Cost in nano-dollars. Null is an unknown price, shown as a dash. */
export function Cost({ nanos }: { nanos: number | bigint | null | undefined }) {
  return (
    <span className={styles.number} title={formatExactCost(nanos)}>
      {formatCost(nanos)}
    </span>
  )
}

/** Total cost of several calls. Marks a total with unknown prices as a lower bound. */
export function TotalCost({ spending }: { spending: Spending }) {
  const { cost, pricedCost } = spending
  const unknown = unknownCostReasons(spending)
  if (cost !== null || (pricedCost === 0 && unknown.length === 0)) return <Cost nanos={cost} />
  const knownPart = pricedCost === 0 ? [] : [formatExactCost(pricedCost)]
  const exact = [...knownPart, ...unknown].join(' and ')
  return (
    <span className={styles.number} title={exact}>
      {formatSpending(spending)}
    </span>
  )
}

/** Cost of a span, or its known part. */
export function SpanCost({ span }: { span: Span }) {
  const total = span.cost?.total ?? null
  return total === null ? <TotalCost spending={callSpending(span)} /> : <Cost nanos={total} />
}
