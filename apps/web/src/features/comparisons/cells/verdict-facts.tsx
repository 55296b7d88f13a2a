import type { Verdict } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { Spent, Tokens } from '../../../ui/quantities.tsx'
import shared from '../comparison.module.css'
import styles from '../statistics/statistics.module.css'

/** What a verdict took, apart from what was judged, and what the judge was asked. */
export function VerdictFacts({ verdict }: { verdict: Verdict }) {
  const { asked, usage, isReused } = verdict
  const tokens = usage.input + usage.output
  if (asked.length === 0 && tokens === 0) return null
  return (
    <span className={shared.facts}>
      {isReused ? <span>judged before, nothing was paid</span> : null}
      {tokens > 0 && (
        <>
          <Tokens usage={usage} />
          <Spent spent={verdict} />
        </>
      )}
      {asked.map((traceId, index) => (
        <Link key={traceId} className={styles.link} to="/traces/$traceId" params={{ traceId }}>
          {asked.length === 1 ? 'What the judge was asked' : `Order ${index + 1}`}
        </Link>
      ))}
      <span title="Of the check: another prompt, model or rule is another version">
        version {verdict.version}
      </span>
    </span>
  )
}
