import type { Problem } from '@lathe/contract'
import { Popover, UnstyledButton } from '@mantine/core'
import {
  IconAlertOctagonFilled,
  IconAlertTriangle,
  IconPinFilled,
  IconArrowMerge,
} from '@tabler/icons-react'
import { plural } from '../../../../lib/format/format.ts'
import { FixButtons } from '../../problems/fix-buttons.tsx'
import { TextWithCode } from '../../problems/text-with-code.tsx'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import styles from './card.module.css'
import {
  type BreakpointSide,
  toggleBreakpoint,
  useBreakpoint,
  usePin,
} from '../../debug-options.ts'
import cardMarksStyles from './card-badges.module.css'

/** Badge with a node's problems. A click lists them with their fixes. */
export function CardProblems({ id }: { id: string }) {
  const problems = useWorkbenchState((state) => problemsAt(state.problems, id))
  if (problems.length === 0) return null

  const isError = problems.some(({ severity }) => severity === 'error')
  const Shape = isError ? IconAlertOctagonFilled : IconAlertTriangle
  return (
    // Stops propagation: a click on the card would select it and open its form.
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
        <TextWithCode text={problem.message} />
      </p>
      <FixButtons problem={problem} />
    </li>
  )
}

const SIDES: readonly BreakpointSide[] = ['before', 'after']

/** Gutters that toggle the breakpoints: left before the node, right after it. */
export function CardBreakpoints({ id, title }: { id: string; title: string }) {
  const { agentId } = useWorkbench()
  const breakpoint = useBreakpoint(id)
  return SIDES.map((side) => (
    <button
      key={side}
      type="button"
      className={`${cardMarksStyles.gutter} nodrag nopan`}
      data-side={side}
      aria-pressed={breakpoint?.[side] === true}
      aria-label={`Breakpoint ${side} ${title}`}
      title={`Breakpoint ${side} this node${side === 'before' ? ' (b)' : ' (⇧b)'}`}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation()
        toggleBreakpoint(agentId, id, side)
      }}
    />
  ))
}

/** Badge of a node whose output is pinned. */
export function CardPin({ id }: { id: string }) {
  const pin = usePin(id)
  if (!pin) return null
  return (
    <span className={cardMarksStyles.pin} title="Pinned: workbench runs do not execute this node">
      <IconPinFilled size={12} aria-hidden />
      pinned
    </span>
  )
}

/** Badge of a join, which waits for all parallel branches. */
export function DeferBadge() {
  return (
    <span title="Waits for all parallel branches">
      <IconArrowMerge size={14} role="img" aria-label="Waits for all parallel branches" />
    </span>
  )
}

const indexes = new WeakMap<readonly Problem[], Map<string | undefined, Problem[]>>()
const NO_PROBLEMS: readonly Problem[] = []

/** Cached, so that the same problems return the same list. */
function problemsAt(problems: readonly Problem[], node: string): readonly Problem[] {
  let index = indexes.get(problems)
  if (!index) {
    index = Map.groupBy(problems, ({ location }) => location.node)
    indexes.set(problems, index)
  }
  return index.get(node) ?? NO_PROBLEMS
}
