import type { Evaluation } from '@lathe/contract'
import styles from '../comparison.module.css'

/** Shows an evaluation's result and reason. */
export function EvaluationText({ evaluation }: { evaluation: Evaluation }) {
  return (
    <p role="status">
      <strong className={evaluation.status === 'failed' ? styles.failed : undefined}>
        {evaluationLabel(evaluation)}
      </strong>{' '}
      {stripStatusPrefix(evaluation.reason)}
    </p>
  )
}

/** The result as shown in the grid: undecided is "no verdict". */
export function evaluationLabel(evaluation: Evaluation): string {
  if (evaluation.status === 'scored') return evaluation.score.toFixed(2)
  return evaluation.status === 'undecided' ? 'no verdict' : evaluation.status
}

/** Removes the prefix that repeats the status. */
export const stripStatusPrefix = (reason: string): string => reason.replace(/^no verdict: /, '')
