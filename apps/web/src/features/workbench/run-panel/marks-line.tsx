import { plural } from '../../../lib/format.ts'
import { showUndoToast } from '../../../ui/undo-toast.tsx'
import {
  breakpointsIn,
  pinsIn,
  selectMarks,
  setBreakpoints,
  setPins,
  useMarks,
} from '../marks/marks.ts'
import { useBench, useWorkbench } from '../workbench-context.ts'
import styles from './marks-line.module.css'

/** Beside the Run button: what makes a run of the workbench differ from any other. */
export function MarksLine() {
  const { agentId } = useWorkbench()
  const marks = useMarks(selectMarks(agentId))
  const pins = useBench(({ document }) => Object.keys(pinsIn(marks.pins, document)).length)
  const breakpoints = useBench(({ document }) => {
    const { interruptBefore, interruptAfter } = breakpointsIn(marks.breakpoints, document)
    return interruptBefore.length + interruptAfter.length
  })
  if (pins === 0 && breakpoints === 0) return null

  const unpinAll = () => {
    setPins(agentId, {})
    showUndoToast({
      message: `${plural(pins, 'output')} unpinned`,
      onUndo: () => setPins(agentId, marks.pins),
    })
  }
  const clearAll = () => {
    setBreakpoints(agentId, {})
    showUndoToast({
      message: `${plural(breakpoints, 'breakpoint')} removed`,
      onUndo: () => setBreakpoints(agentId, marks.breakpoints),
    })
  }
  return (
    <p className={styles.root}>
      {pins > 0 && (
        <Mark told={plural(pins, 'pinned output')} action="unpin all" onClick={unpinAll} />
      )}
      {breakpoints > 0 && (
        <Mark told={plural(breakpoints, 'breakpoint')} action="remove all" onClick={clearAll} />
      )}
    </p>
  )
}

type MarkProps = { told: string; action: string; onClick: () => void }

function Mark({ told, action, onClick }: MarkProps) {
  return (
    <span>
      {told} ·{' '}
      <button type="button" onClick={onClick}>
        {action}
      </button>
    </span>
  )
}
