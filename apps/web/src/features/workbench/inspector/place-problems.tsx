import type { Problem } from '@lathe/contract'
import { UnstyledButton } from '@mantine/core'
import { IconAlertOctagonFilled, IconAlertTriangle } from '@tabler/icons-react'
import { FixButtons } from '../problems/fix-buttons.tsx'
import problemStyles from '../problems/problems.module.css'
import { TextWithCode } from '../problems/text-with-code.tsx'
import { useShowProblem } from '../problems/use-show-problem.ts'
import { useWorkbenchState } from '../workbench-context.ts'
import styles from './inspector.module.css'

type PlaceProblemsProps = {
  node?: string
  /** Index of the edge. */
  edge?: number
}

/** Lists the problems of the node or edge. A click focuses the field. */
export function PlaceProblems({ node, edge }: PlaceProblemsProps) {
  const all = useWorkbenchState((state) => state.problems)
  const showProblem = useShowProblem()
  const nodeProblems = all.filter(
    ({ location }) => location.node === node && location.edge === edge,
  )
  if (nodeProblems.length === 0) return null

  return (
    <ul className={styles.problems} aria-label="Problems">
      {nodeProblems.map((problem) => (
        <li
          key={`${problem.code} ${problem.location.field ?? ''} ${problem.message}`}
          className={problemStyles.item}
        >
          <UnstyledButton className={problemStyles.problem} onClick={() => showProblem(problem)}>
            <span data-severity={problem.severity}>
              <SeverityIcon severity={problem.severity} />
            </span>
            <span>
              <TextWithCode text={problem.message} />
            </span>
          </UnstyledButton>
          <FixButtons problem={problem} />
        </li>
      ))}
    </ul>
  )
}

function SeverityIcon({ severity }: { severity: Problem['severity'] }) {
  return severity === 'error' ? (
    <IconAlertOctagonFilled size={14} aria-label="Error" />
  ) : (
    <IconAlertTriangle size={14} aria-label="Warning" />
  )
}
