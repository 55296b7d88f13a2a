import type { WithheldWrite } from '@lathe/contract'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { JsonView } from '../../../ui/json-view.tsx'
import styles from './report.module.css'
import { placeOf } from './step-columns.tsx'

/** The writes that did not happen: what would have been sent, and what stood in for the result. */
export function Ledger({ writes }: { writes: readonly WithheldWrite[] }) {
  if (writes.length === 0) {
    return (
      <EmptyState
        title="No write was withheld"
        hint="A tool that writes is not called in a replay unless you tick it. What it would have sent is listed here."
      />
    )
  }
  return (
    <ol className={styles.ledger} aria-label="Withheld writes">
      {writes.map((write, index) => (
        // They have no identity but their place, and never move.
        <li key={index}>
          <p>
            <strong>{write.tool}</strong> would have been sent{' '}
            <span className={styles.faint}>{placeOf(write.address)}</span>
          </p>
          <JsonView label={`Arguments of ${write.tool}`} value={write.args} />
          <p className={styles.faint}>
            {write.error
              ? `The graph was told that it failed: ${write.error.message}`
              : 'The graph was told:'}
          </p>
          {!write.error && <JsonView label={`Stand-in of ${write.tool}`} value={write.result} />}
        </li>
      ))}
    </ol>
  )
}
