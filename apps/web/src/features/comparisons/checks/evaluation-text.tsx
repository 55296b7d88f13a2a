import type { Evaluation } from '@lathe/contract'
import styles from '../comparison.module.css'

/** What a check says, and why. */
export function EvaluationText({ evaluation }: { evaluation: Evaluation }) {
  return (
    <p role="status">
      <strong className={evaluation.status === 'failed' ? styles.failed : undefined}>
        {evaluation.status === 'scored' ? evaluation.score.toFixed(2) : evaluation.status}
      </strong>{' '}
      {evaluation.reason}
    </p>
  )
}
