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
  formatSpending,
} from '../../../lib/format/format.ts'
import styles from './report.module.css'

type DeltasProps = Pick<ReplayReport, 'inputTokens' | 'outputTokens' | 'cost' | 'callMs'> & {
  /** Durations of both traces. Unrecorded calls have no known duration. */
  durationMs?: { recording: number | null; replay: number | null }
  /** The known part of a partially known cost. */
  spending?: { recording: Spending; replay: Spending }
}

/** Tokens, cost and time of both sides with their relative change. */
export function Deltas(props: DeltasProps) {
  const { inputTokens, outputTokens, cost, callMs, durationMs, spending } = props
  const hasCalls = callMs.recording > 0 || callMs.replay > 0
  return (
    <dl className={styles.deltas}>
      <Delta
        label="Input tokens"
        pair={inputTokens}
        format={formatCount}
        exact={formatExactCount}
      />
      <Delta
        label="Output tokens"
        pair={outputTokens}
        format={formatCount}
        exact={formatExactCount}
      />
      <Delta
        label="Cost"
        pair={cost}
        format={formatCost}
        exact={formatExactCost}
        texts={
          spending && {
            recording: toldCost(cost.recording, spending.recording),
            replay: toldCost(cost.replay, spending.replay),
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
        <Delta
          label="Time in calls"
          pair={callMs}
          format={formatDuration}
          exact={formatExactDuration}
        />
      )}
    </dl>
  )
}

/** The compared cost, or the known part if both are only partially known. */
const toldCost = (compared: number | null, spending: Spending) =>
  compared === null && spending.cost === null ? formatSpending(spending) : formatCost(compared)

type DeltaProps = {
  label: string
  pair: { recording: number | null; replay: number | null }
  format: (value: number | null) => string
  exact: (value: number | null) => string
  /** Replaces the formatted values. */
  texts?: { recording: string; replay: string } | undefined
}

function Delta({ label, pair: { recording, replay }, format, exact, texts }: DeltaProps) {
  const change = relativeChange(recording, replay)
  const [before, after] = [texts?.recording ?? format(recording), texts?.replay ?? format(replay)]
  return (
    <div title={`${exact(recording)} → ${exact(replay)}`}>
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

/** The relative change. Null if there is no base or no change. */
export function relativeChange(before: number | null, after: number | null): number | null {
  if (before === null || after === null || before === 0 || before === after) return null
  return (after - before) / before
}
