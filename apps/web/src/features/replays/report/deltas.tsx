import type { ReplayReport } from '@lathe/contract'
import type { Spending } from '@lathe/contract'
import {
  formatCost,
  formatCount,
  formatDuration,
  formatExactCost,
  formatExactCount,
  formatExactDuration,
  formatPercent,
  formatSpent,
} from '../../../lib/format.ts'
import styles from './report.module.css'

type DeltasProps = Pick<ReplayReport, 'inputTokens' | 'outputTokens' | 'cost' | 'callMs'> & {
  /** Of the whole traces, where they can be compared; calls that nobody recorded took no time we know of. */
  durationMs?: { tape: number | null; replay: number | null }
  /** What is known of a cost that is not known wholly. */
  spent?: { tape: Spending; replay: Spending }
}

/** Tokens, cost and time of both, and by how much they differ. */
export function Deltas(props: DeltasProps) {
  const { inputTokens, outputTokens, cost, callMs, durationMs, spent } = props
  const hasCalls = callMs.tape > 0 || callMs.replay > 0
  return (
    <dl className={styles.deltas}>
      <Delta label="Tokens in" pair={inputTokens} format={formatCount} exact={formatExactCount} />
      <Delta label="Tokens out" pair={outputTokens} format={formatCount} exact={formatExactCount} />
      <Delta
        label="Cost"
        pair={cost}
        format={formatCost}
        exact={formatExactCost}
        told={
          spent && {
            tape: toldCost(cost.tape, spent.tape),
            replay: toldCost(cost.replay, spent.replay),
          }
        }
      />
      {durationMs && (
        <Delta
          label="Duration"
          pair={durationMs}
          format={formatDuration}
          exact={formatExactDuration}
        />
      )}
      {(hasCalls || !durationMs) && (
        <Delta label="In calls" pair={callMs} format={formatDuration} exact={formatExactDuration} />
      )}
    </dl>
  )
}

/** The cost that is compared; what is known of it only where neither it nor the trace's own is known wholly. */
const toldCost = (compared: number | null, spent: Spending) =>
  compared === null && spent.cost === null ? formatSpent(spent) : formatCost(compared)

type DeltaProps = {
  label: string
  pair: { tape: number | null; replay: number | null }
  format: (value: number | null) => string
  exact: (value: number | null) => string
  /** Instead of what the format makes of them. */
  told?: { tape: string; replay: string } | undefined
}

function Delta({ label, pair: { tape, replay }, format, exact, told }: DeltaProps) {
  const change = shareOf(tape, replay)
  const [before, after] = [told?.tape ?? format(tape), told?.replay ?? format(replay)]
  return (
    <div title={`${exact(tape)} → ${exact(replay)}`}>
      <dt>{label}</dt>
      <dd>
        {before === after ? before : `${before} → ${after}`}
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
