import type { Problem } from '@lathe/contract'
import { Popover, UnstyledButton } from '@mantine/core'
import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { plural } from '../../../lib/format.ts'
import { FixButtons } from '../problems/fix-buttons.tsx'
import { problemsAt } from '../problems/problems-at.ts'
import { Sentence } from '../problems/sentence.tsx'
import { useBench } from '../workbench-context.ts'
import styles from './card.module.css'

/** Errors and warnings of a node; a press tells them, with what mends them. */
export function CardProblems({ id }: { id: string }) {
  const problems = useBench((state) => problemsAt(state.problems, id))
  if (problems.length === 0) return null

  const isError = problems.some(({ severity }) => severity === 'error')
  const Shape = isError ? IconAlertOctagonFilled : IconAlertTriangle
  return (
    // A press on the card selects it and opens its form; one on its problems does not.
    <span
      role="presentation"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Popover position="bottom-start" width={320} shadow="md" withinPortal trapFocus>
        <Popover.Target>
          <UnstyledButton
            className={`${styles.problems} nodrag nopan`}
            data-severity={isError ? 'error' : 'warning'}
            aria-label={plural(problems.length, 'problem')}
            title={problems.map(({ message }) => message).join('\n')}
          >
            <Shape size={14} aria-hidden />
            {problems.length > 1 && problems.length}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown className={styles.problemList} p={0}>
          <ul aria-label="Problems of this node">
            {problems.map((problem) => (
              <ProblemItem key={`${problem.code} ${problem.message}`} problem={problem} />
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}

function ProblemItem({ problem }: { problem: Problem }) {
  return (
    <li>
      <p>
        <Sentence text={problem.message} />
      </p>
      <FixButtons problem={problem} />
    </li>
  )
}
