import type { Problem } from '@lathe/contract'
import { placeWords } from '@lathe/graph'
import { UnstyledButton } from '@mantine/core'
import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useBench } from '../workbench-context.ts'
import { FixButtons } from './fix-buttons.tsx'
import styles from './problems.module.css'
import { Sentence } from './sentence.tsx'
import { useShowProblem } from './use-show-problem.ts'

/** Errors first, then warnings; a press goes to the place. */
export function ProblemList() {
  const problems = useBench((state) => state.problems)
  const showProblem = useShowProblem()
  if (problems.length === 0) {
    return <EmptyState title="No problems" hint="What is wrong in the graph is listed here." />
  }
  const sorted = problems.toSorted((a, b) => rank(a) - rank(b))

  return (
    <ul className={styles.list} aria-label="Problems">
      {sorted.map((problem) => (
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
              <Sentence text={problem.message} />
              <PlaceLine problem={problem} />
            </span>
          </UnstyledButton>
          <FixButtons problem={problem} />
        </li>
      ))}
    </ul>
  )
}

const rank = (problem: Problem) => (problem.severity === 'error' ? 0 : 1)

function PlaceLine({ problem: { place } }: { problem: Problem }) {
  const words = useBench(({ document }) => placeWords(document, place).join(' · '))
  return words === '' ? null : <span className={styles.place}>{words}</span>
}
