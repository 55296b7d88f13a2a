import type { Cell, Verdict } from '@lathe/contract'
import { runStartedAt } from '@lathe/verdicts'
import { Link } from '@tanstack/react-router'
import { plural } from '../../../lib/format/format.ts'
import { Duration, TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import styles from '../comparison.module.css'
import statisticsStyles from '../statistics/statistics.module.css'

/** How many calls the recording served. */
function recordingText({ served, live, suppressed }: NonNullable<Cell['recording']>): string {
  const parts = [`${served} of ${plural(served + live + suppressed, 'call')} from the recording`]
  return suppressed === 0
    ? parts.join('')
    : [...parts, `${plural(suppressed, 'side effect')} suppressed`].join(', ')
}

/** Duration, tokens and cost of a cell that has started. */
export function CellFacts({ cell, isUnderWay }: { cell: Cell; isUnderWay: boolean }) {
  if (cell.status === 'pending') {
    return <p className={styles.muted}>{isUnderWay ? 'Queued' : 'Not run yet'}</p>
  }
  return (
    <div className={styles.facts}>
      {cell.isBatch ? <span>batch</span> : <Duration ms={cell.latencyMs} />}
      {cell.firstTokenMs !== null && (
        <span>
          first token <Duration ms={cell.firstTokenMs} />
        </span>
      )}
      {cell.usage && <Tokens usage={cell.usage} />}
      <TotalCost spending={cell} />
      {cell.isRefused && <span className={styles.failed}>refused</span>}
      {cell.recording && <span>{recordingText(cell.recording)}</span>}
      {cell.isReused && <ReusedNote startedAt={runStartedAt(cell)} />}
    </div>
  )
}

const ReusedNote = ({ startedAt }: { startedAt: number | null }) => (
  <span>
    reused from an earlier cell
    {startedAt !== null && (
      <>
        {', '}
        <RelativeTime time={startedAt * 1_000} />
      </>
    )}
    DELETE
  </span>
)

/** The cost of a verdict and links to the judge's traces. */
export function VerdictFacts({ verdict }: { verdict: Verdict }) {
  const { runIds, usage, isReused } = verdict
  const tokens = usage.input + usage.output
  if (runIds.length === 0 && tokens === 0) return null
  return (
    <span className={styles.facts}>
      {isReused ? <span>reused verdict, no cost</span> : null}
      {tokens > 0 && (
        <>
          <Tokens usage={usage} />
          <TotalCost spending={verdict} />
        </>
      )}
      {runIds.map((traceId, index) => (
        <Link
          key={traceId}
          className={statisticsStyles.link}
          to="/traces/$traceId"
          params={{ traceId }}
        >
          {runIds.length === 1 ? 'Judge trace' : `Judge trace ${index + 1}`}
        </Link>
      ))}
      <span title="Version of the evaluator: changes with its prompt, model or rule">
        version {verdict.version}
      </span>
    </span>
  )
}
