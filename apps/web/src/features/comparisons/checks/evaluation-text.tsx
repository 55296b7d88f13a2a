import type { Evaluation } from '@lathe/contract'
import styles from '../comparison.module.css'

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

/** In the words of the grid: what is not decided has no verdict. */
export function evaluationWord(evaluation: Evaluation): string {
  if (evaluation.status === 'scored') return evaluation.score.toFixed(2)
  return evaluation.status === 'undecided' ? 'no verdict' : evaluation.status
}

/** Judges' reasons begin with what their status says already. */
export const reasonAlone = (reason: string): string => reason.replace(/^no verdict: /, '')
