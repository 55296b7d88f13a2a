import type { Problem } from '@lathe/contract'
import { describePlace } from '@lathe/graph'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useWorkbenchState } from '../workbench-context.ts'
import { FixButtons } from './fix-buttons.tsx'
import styles from './problems.module.css'
import { TextWithCode } from './text-with-code.tsx'
import { useShowProblem } from './use-show-problem.ts'
import { useSetSearch } from '../use-workbench-search.ts'

/** Lists errors, then warnings. A click focuses the field. */
export function ProblemList() {
  const problems = useWorkbenchState((state) => state.problems)
  const showProblem = useShowProblem()
  if (problems.length === 0) {
    return <EmptyState title="No problems" hint="Problems in the graph are listed here." />
  }
  const sortedProblems = problems.toSorted((a, b) => rank(a) - rank(b))

  return (
    <ul className={styles.list} aria-label="Problems">
      {sortedProblems.map((problem) => (
        <li key={JSON.stringify(problem)} className={styles.item}>
          <UnstyledButton className={styles.problem} onClick={() => showProblem(problem)}>
            <span data-severity={problem.severity}>
              {problem.severity === 'error' ? (
                <IconAlertOctagonFilled size={14} aria-label="Error" />
              ) : (
                <IconAlertTriangle size={14} aria-label="Warning" />
              )}
            </span>
            <span>
              <TextWithCode text={problem.message} />
              <ProblemLocation problem={problem} />
            </span>
          </UnstyledButton>
          <FixButtons problem={problem} />
        </li>
      ))}
    </ul>
  )
}

const rank = (problem: Problem) => (problem.severity === 'error' ? 0 : 1)

function ProblemLocation({ problem: { location: place } }: { problem: Problem }) {
  const location = useWorkbenchState(({ document }) => describePlace(document, place).join(' · '))
  return location === '' ? null : <span className={styles.place}>{location}</span>
}

/** Shows the number of errors and warnings and opens their list. Hidden without problems. */
export function ProblemsButton() {
  const errors = useWorkbenchState(({ problems }) => countProblems(problems, 'error'))
  const warnings = useWorkbenchState(({ problems }) => countProblems(problems, 'warning'))
  const setSearch = useSetSearch()
  if (errors + warnings === 0) return null

  return (
    <UnstyledButton className={styles.button} onClick={() => setSearch({ tab: 'problems' })}>
      {errors > 0 && (
        <span data-severity="error">
          <IconAlertOctagonFilled size={14} aria-hidden />{' '}
          <ProblemCount count={errors} noun="error" />
        </span>
      )}
      {warnings > 0 && (
        <span data-severity="warning">
          <IconAlertTriangle size={14} aria-hidden />{' '}
          <ProblemCount count={warnings} noun="warning" />
        </span>
      )}
    </UnstyledButton>
  )
}

/** The number with its noun for screen readers. */
function ProblemCount({ count, noun }: { count: number; noun: string }) {
  return (
    <>
      {count}
      <VisuallyHidden>{count === 1 ? noun : `${noun}s`}</VisuallyHidden>
    </>
  )
}

const countProblems = (problems: readonly { severity: string }[], severity: string) =>
  problems.filter((problem) => problem.severity === severity).length
