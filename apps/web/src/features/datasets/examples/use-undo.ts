import { errorCode, describeError } from '../../../lib/api/describe-error.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { type Change, runInOrder, withOwnVersions, type Step, useSteps } from './steps.ts'
import { useChange } from './use-change.ts'

/** Id of the toast that reports the last undo. */
const NOTE = 'undone'

type StepList = 'undoable' | 'redoable'

/** Binds ⌘Z and ⇧⌘Z to the steps of this dataset. */
export function useUndo(datasetId: string) {
  const { commit } = useChange(datasetId)
  const { undoable, redoable } = useSteps()
  const isOwnStep = (step: Step) => step.datasetId === datasetId

  const moveStep = (from: StepList, to: StepList, createChange: (step: Step) => Change) => {
    const repeatGroup = async (groupId?: string) => {
      const step = useSteps.getState()[from].findLast(isOwnStep)
      if (!step || (groupId !== undefined && step.groupId !== groupId)) return
      const change = createChange(step)
      try {
        await commit(withOwnVersions(change))
        move(step, from, to)
        showToast(change.message, 'plain', NOTE)
        await repeatGroup(step.groupId)
      } catch (error) {
        // Drop a step that conflicts with someone else's change; earlier steps can still be undone.
        const isConflict = errorCode(error) === 'CONFLICT'
        if (isConflict) move(step, from)
        showToast(describeError(error).message, 'error')
        if (isConflict) await repeatGroup(step.groupId)
      }
    }
    void runInOrder(() => repeatGroup())
  }
  const undo = () => moveStep('undoable', 'redoable', ({ inverse }) => inverse)
  const redo = () =>
    moveStep(
      'redoable',
      'undoable',
      ({ datasetId: _dataset, inverse: _inverse, groupId: _groupId, message, ...change }) => ({
        ...change,
        message: `Redo: ${message}`,
      }),
    )
  const [canUndo, canRedo] = [undoable.some(isOwnStep), redoable.some(isOwnStep)]
  useHotkeys([
    { keys: 'mod+z', label: 'Undo', group: 'Dataset', hidden: !canUndo, run: undo },
    { keys: 'mod+shift+z', label: 'Redo', group: 'Dataset', hidden: !canRedo, run: redo },
  ])
  return { undo: canUndo ? undo : undefined, redo: canRedo ? redo : undefined }
}

function move(step: Step, from: StepList, to?: StepList): void {
  useSteps.setState((steps) => ({
    [from]: steps[from].filter((entry) => entry !== step),
    ...(to !== undefined && { [to]: [...steps[to], step] }),
  }))
}
