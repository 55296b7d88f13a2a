import type { ComparisonCase, Evaluator } from '@lathe/contract'
import styles from '../comparison.module.css'

type MissingReferencesProps = { evaluator: Evaluator; cases: readonly ComparisonCase[] }

/** Said before it runs: without what is expected such a check decides nothing. */
export function MissingReferences({ evaluator, cases }: MissingReferencesProps) {
  const missing = cases.filter(({ reference }) => reference === null).length
  if (missing === 0 || !asksReference(evaluator)) return null
  return (
    <p className={styles.muted} role="note">
      {missing === cases.length
        ? 'No case says what is expected, so this decides nothing yet. Open a case and say it, or “Add many” from a table that has a column for it.'
        : `${missing} of ${cases.length} cases without what is expected stay undecided.`}
    </p>
  )
}

function asksReference(evaluator: Evaluator): boolean {
  switch (evaluator.kind) {
    case 'exact':
    case 'numeric':
      return evaluator.expected === undefined
    case 'contains':
      return evaluator.texts === undefined
    default:
      return evaluator.kind === 'similarity'
  }
}
