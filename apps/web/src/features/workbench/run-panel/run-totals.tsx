import { Link } from '@tanstack/react-router'
import { Duration, RunningDuration, Spent, Tokens } from '../../../ui/quantities.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { useTurn } from './run-context.ts'
import styles from './run-totals.module.css'

/** Status, time, first token, tokens and cost in a line, and the way to the trace. */
export function RunTotals() {
  const runId = useTurn((state) => state.runId)
  const status = useTurn((state) => state.view.status)
  const startedAt = useTurn((state) => state.view.startedAt)
  const endedAt = useTurn((state) => state.view.endedAt)
  const firstTokenAt = useTurn((state) => state.view.firstTokenAt)
  const usage = useTurn((state) => state.view.usage)
  const cost = useTurn((state) => state.view.cost)
  const pricedCost = useTurn((state) => state.view.pricedCost)
  const unpriced = useTurn((state) => state.view.unpriced)
  const unmetered = useTurn((state) => state.view.unmetered)
  const hasCalls = usage.input > 0 || usage.output > 0
  if (status === null || runId === undefined) return null

  return (
    <div className={styles.root}>
      <div className={styles.facts}>
        <StatusIcon status={status} hasWord />
        {startedAt !== null && (
          <span className={styles.fact} title="Time from start to end">
            {endedAt === null ? (
              <RunningDuration since={startedAt} />
            ) : (
              <Duration ms={(endedAt - startedAt) / 1_000} />
            )}
          </span>
        )}
        {firstTokenAt !== null && startedAt !== null && (
          <span className={styles.fact} title="Time to first token">
            first token <Duration ms={(firstTokenAt - startedAt) / 1_000} />
          </span>
        )}
        {hasCalls && <Tokens usage={usage} />}
        {hasCalls && <Spent spent={{ cost, pricedCost, unpriced, unmetered }} />}
      </div>
      {endedAt !== null && (
        <Link
          to="/traces/$traceId"
          params={{ traceId: runId }}
          search={{ replay: 'exact' }}
          className={styles.trace ?? ''}
        >
          Replay
        </Link>
      )}
      <Link to="/traces/$traceId" params={{ traceId: runId }} className={styles.trace ?? ''}>
        Trace
      </Link>
    </div>
  )
}
