import type { Evaluation } from '@lathe/contract'
import styles from '../comparison.module.css'
import { evaluationWord, reasonAlone } from './evaluation-words.ts'

/** What a check says, and why. */
export function EvaluationText({ evaluation }: { evaluation: Evaluation }) {
  return (
    <p role="status">
      <strong className={evaluation.status === 'failed' ? styles.failed : undefined}>
        {evaluationWord(evaluation)}
      </strong>{' '}
      {reasonAlone(evaluation.reason)}
    </p>
  )
}
