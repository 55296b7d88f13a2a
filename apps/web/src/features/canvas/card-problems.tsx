import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { plural } from '../../lib/format.ts'
import { problemsAt } from '../workbench/problems/problems-at.ts'
import { useBench } from '../workbench/workbench-context.ts'
import styles from './card.module.css'

/** Errors and warnings of a node; their sentences are in the title and in the inspector. */
export function CardProblems({ id }: { id: string }) {
  const problems = useBench((state) => problemsAt(state.problems, id))
  if (problems.length === 0) return null

  const errors = problems.filter(({ severity }) => severity === 'error').length
  const sentences = problems.map(({ message }) => message).join('\n')
  const Shape = errors > 0 ? IconAlertOctagonFilled : IconAlertTriangle
  return (
    <span
      className={styles.problems}
      data-severity={errors > 0 ? 'error' : 'warning'}
      role="img"
      aria-label={plural(problems.length, 'problem')}
      title={sentences}
    >
      <Shape size={14} aria-hidden />
      {problems.length > 1 && problems.length}
    </span>
  )
}
