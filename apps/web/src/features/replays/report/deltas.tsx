import type { ReplayReport } from '@lathe/contract'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatExactCost,
  formatExactCount,
  formatExactDuration,
  formatPercent,
} from '../../../lib/format.ts'
import styles from './report.module.css'

type DeltasProps = Pick<ReplayReport, 'inputTokens' | 'outputTokens' | 'cost' | 'callMs'>

/** Tokens, cost and time of both, and by how much they differ. */
export function Deltas({ inputTokens, outputTokens, cost, callMs }: DeltasProps) {
  return (
    <dl className={styles.deltas}>
      <Delta label="Tokens in" pair={inputTokens} format={formatCount} exact={formatExactCount} />
      <Delta label="Tokens out" pair={outputTokens} format={formatCount} exact={formatExactCount} />
      <Delta label="Cost" pair={cost} format={formatCost} exact={formatExactCost} />
      <Delta label="In calls" pair={callMs} format={formatDuration} exact={formatExactDuration} />
    </dl>
  )
}

type DeltaProps = {
  label: string
  pair: { tape: number | null; replay: number | null }
  format: (value: number | null) => string
  exact: (value: number | null) => string
}

function Delta({ label, pair: { tape, replay }, format, exact }: DeltaProps) {
  const change = shareOf(tape, replay)
  return (
    <div title={`${exact(tape)} → ${exact(replay)}`}>
      <dt>{label}</dt>
      <dd>
        {tape === replay ? (
          format(tape)
        ) : (
          <>
            {format(tape)} → {format(replay)}
          </>
        )}
        {change !== null && (
          <span className={styles.faint}>
            {' '}
            {change > 0 ? '+' : '−'}
            {formatPercent(Math.abs(change))}
          </span>
        )}
      </dd>
    </div>
  )
}

/** By which share it grew; null where there is nothing to compare with, or nothing grew. */
export function shareOf(before: number | null, after: number | null): number | null {
  if (before === null || after === null || before === 0 || before === after) return null
  return (after - before) / before
}
