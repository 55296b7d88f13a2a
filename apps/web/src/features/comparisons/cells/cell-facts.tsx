import type { Cell, Verdict } from '@lathe/contract'
import { begunAt } from '@lathe/verdicts'
import { Link } from '@tanstack/react-router'
import { plural } from '../../../lib/format.ts'
import { Duration, Spent, Tokens } from '../../../ui/quantities.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import styles from '../comparison.module.css'
import statisticsStyles from '../statistics/statistics.module.css'

/** How much of it its tape answered. */
function tapeText({ served, live, withheld }: NonNullable<Cell['tape']>): string {
  const told = [`${served} of ${plural(served + live + withheld, 'call')} from the tape`]
  return withheld === 0
    ? told.join('')
    : [...told, `${plural(withheld, 'write')} withheld`].join(', ')
}

/** What it took, once it has begun. */
export function CellFacts({ cell, isUnderWay }: { cell: Cell; isUnderWay: boolean }) {
  if (cell.status === 'pending') {
    return (
      <p className={styles.muted}>
        {isUnderWay ? 'It waits for its turn.' : 'This cell has not run yet.'}
      </p>
    )
  }
  return (
    <div className={styles.facts}>
      {cell.isBatch ? <span>from a batch</span> : <Duration ms={cell.latencyMs} />}
      {cell.firstTokenMs !== null && (
        <span>
          first token <Duration ms={cell.firstTokenMs} />
        </span>
      )}
      {cell.usage && <Tokens usage={cell.usage} />}
      <Spent spent={cell} />
      {cell.isRefused && <span className={styles.failed}>a model refused to answer</span>}
      {cell.tape && <span>{tapeText(cell.tape)}</span>}
      {cell.isReused && <Earlier at={begunAt(cell)} />}
    </div>
  )
}

const Earlier = ({ at }: { at: number | null }) => (
  <span>
    answered by an earlier cell
    {at !== null && (
      <>
        {', '}
        <RelativeTime at={at * 1_000} />
      </>
    )}
    : nothing was paid
  </span>
)

/** What a verdict took, apart from what was judged, and what the judge was asked. */
export function VerdictFacts({ verdict }: { verdict: Verdict }) {
  const { asked, usage, isReused } = verdict
  const tokens = usage.input + usage.output
  if (asked.length === 0 && tokens === 0) return null
  return (
    <span className={styles.facts}>
      {isReused ? <span>judged before, nothing was paid</span> : null}
      {tokens > 0 && (
        <>
          <Tokens usage={usage} />
          <Spent spent={verdict} />
        </>
      )}
      {asked.map((traceId, index) => (
        <Link
          key={traceId}
          className={statisticsStyles.link}
          to="/traces/$traceId"
          params={{ traceId }}
        >
          {asked.length === 1 ? 'What the judge was asked' : `Order ${index + 1}`}
        </Link>
      ))}
      <span title="Of the check: another prompt, model or rule is another version">
        version {verdict.version}
      </span>
    </span>
  )
}
