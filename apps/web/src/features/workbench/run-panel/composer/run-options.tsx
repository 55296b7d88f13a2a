import { Checkbox } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type Estimate, exceeds, unpricedText } from '@lathe/graph'
import { plural } from '../../../../lib/format/format.ts'
import { showUndoToast } from '../../../../ui/feedback/undo-toast.tsx'
import {
  breakpointsIn,
  pinsIn,
  selectDebugOptions,
  setBreakpoints,
  setPins,
  useDebugOptionsStore,
} from '../../debug-options.ts'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import styles from './run-options.module.css'
import { setCalls, useCalls, listAgentRefs } from '../../called-agents.ts'
import composerStyles from './composer.module.css'
import { useAgentBudget, excessText } from './budget.ts'

/** Shows breakpoints and pins that affect the next run. */
export function DebugOptionsLine() {
  const { agentId } = useWorkbench()
  const options = useDebugOptionsStore(selectDebugOptions(agentId))
  const pins = useWorkbenchState(
    ({ document }) => Object.keys(pinsIn(options.pins, document)).length,
  )
  const breakpoints = useWorkbenchState(({ document }) => {
    const { interruptBefore, interruptAfter } = breakpointsIn(options.breakpoints, document)
    return interruptBefore.length + interruptAfter.length
  })
  if (pins === 0 && breakpoints === 0) return null

  const unpinAll = () => {
    setPins(agentId, {})
    showUndoToast({
      message: `${plural(pins, 'output')} unpinned`,
      onUndo: () => setPins(agentId, options.pins),
    })
  }
  const clearAll = () => {
    setBreakpoints(agentId, {})
    showUndoToast({
      message: `${plural(breakpoints, 'breakpoint')} removed`,
      onUndo: () => setBreakpoints(agentId, options.breakpoints),
    })
  }
  return (
    <p className={styles.root}>
      {pins > 0 && (
        <DebugOption text={plural(pins, 'pinned output')} action="unpin all" onClick={unpinAll} />
      )}
      {breakpoints > 0 && (
        <DebugOption
          text={plural(breakpoints, 'breakpoint')}
          action="remove all"
          onClick={clearAll}
        />
      )}
    </p>
  )
}

type DebugOptionProps = { text: string; action: string; onClick: () => void }

function DebugOption({ text, action, onClick }: DebugOptionProps) {
  return (
    <span>
      {text} ·{' '}
      <button type="button" onClick={onClick}>
        {action}
      </button>
    </span>
  )
}

/**
 * Selects whether the draft calls the drafts of other agents. Shown if it calls published versions.
 */
export function CallModeSwitch() {
  const { agentId } = useWorkbench()
  const calls = useCalls(agentId)
  const follows = useWorkbenchState(({ document }) =>
    listAgentRefs(document).some(({ version }) => version === undefined),
  )
  if (!follows) return null
  return (
    <Checkbox
      className={composerStyles.goOn ?? ''}
      label="Call drafts of other agents"
      title="Otherwise it calls their published versions, as its own published version will"
      checked={calls === 'drafts'}
      onChange={({ currentTarget }) =>
        setCalls(agentId, currentTarget.checked ? 'drafts' : 'published')
      }
    />
  )
}

/** Warns when the next run may exceed its budget. */
export function BudgetExcess({ estimate }: { estimate: Estimate }) {
  const { budget } = useAgentBudget()
  const exceeded = exceeds(estimate, budget)
  const isUnpriced = budget.costNanos !== undefined && estimate.unpriced.length > 0
  if (exceeded.length === 0 && !isUnpriced) return null

  return (
    <ul className={composerStyles.excess} aria-label="Budget warnings">
      {isUnpriced && (
        <li>
          <IconAlertTriangle size={14} aria-hidden />
          Runs with a cost limit cannot start: {unpricedText(estimate.unpriced)}.
        </li>
      )}
      {exceeded.map((excess) => (
        <li key={excess.resource}>
          <IconAlertTriangle size={14} aria-hidden />
          {excessText(excess)}
        </li>
      ))}
    </ul>
  )
}
