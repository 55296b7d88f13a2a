import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { plural } from '../../lib/format.ts'
import { useBench } from '../workbench/workbench-context.ts'
import styles from './card.module.css'

/** Errors and warnings of a node; their sentences are in the title and in the inspector. */
export function CardProblems({ id }: { id: string }) {
  const told = useBench((state) =>
    state.problems
      .filter((problem) => problem.place.node === id)
      .map((problem) => `${problem.severity}\n${problem.message}`)
      .join('\n\n'),
  )
  if (told === '') return null

  const problems = told.split('\n\n').map((text) => text.split('\n'))
  const errors = problems.filter(([severity]) => severity === 'error').length
  const sentences = problems.map(([, message]) => message).join('\n')
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
