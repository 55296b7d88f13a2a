import type { ComparisonPlan, Evaluator } from '@lathe/contract'
import styles from '../comparison.module.css'

type Planned = Pick<ComparisonPlan, 'cases' | 'variants' | 'batch'>

/** What a check will have nothing to judge by, said before anything has run. */
export function StaysUndecided({ evaluator, plan }: { evaluator: Evaluator; plan: Planned }) {
  const why = asksReference(evaluator) ? withoutReference(plan) : withoutTime(evaluator, plan)
  if (why === undefined) return null
  return (
    <p className={styles.muted} role="note">
      {why}
    </p>
  )
}

function withoutReference({ cases }: Planned): string | undefined {
  const missing = cases.filter(({ reference }) => reference === null).length
  if (missing === 0) return undefined
  return missing === cases.length
    ? 'No case says what is expected, so this decides nothing yet. Open a case and say it, or “Add many” from a table that has a column for it.'
    : `${missing} of ${cases.length} cases without what is expected stay without a verdict.`
}

function withoutTime(evaluator: Evaluator, { variants, batch }: Planned): string | undefined {
  const isTimed = evaluator.kind === 'limit' && evaluator.measure === 'latency'
  const isBatched = batch && variants.some(({ base }) => base.type === 'prompt')
  return isTimed && isBatched
    ? 'In batch mode an answer has no time of its own: bare prompts stay without a verdict.'
    : undefined
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
