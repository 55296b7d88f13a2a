import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { useSetSearch } from '../use-workbench-search.ts'
import { useBench } from '../workbench-context.ts'
import styles from './problems.module.css'

/** How many errors and warnings; opens their list. Nothing while all is well. */
export function ProblemsButton() {
  const errors = useBench(({ problems }) => countOf(problems, 'error'))
  const warnings = useBench(({ problems }) => countOf(problems, 'warning'))
  const setSearch = useSetSearch()
  if (errors + warnings === 0) return null

  return (
    <UnstyledButton className={styles.button} onClick={() => setSearch({ tab: 'problems' })}>
      {errors > 0 && (
        <span data-severity="error">
          <IconAlertOctagonFilled size={14} aria-hidden /> <Told count={errors} what="error" />
        </span>
      )}
      {warnings > 0 && (
        <span data-severity="warning">
          <IconAlertTriangle size={14} aria-hidden /> <Told count={warnings} what="warning" />
        </span>
      )}
    </UnstyledButton>
  )
}

/** The number is seen, and said with what it counts. */
function Told({ count, what }: { count: number; what: string }) {
  return (
    <>
      {count}
      <VisuallyHidden>{count === 1 ? what : `${what}s`}</VisuallyHidden>
    </>
  )
}

export const countOf = (problems: readonly { severity: string }[], severity: string) =>
  problems.filter((problem) => problem.severity === severity).length
