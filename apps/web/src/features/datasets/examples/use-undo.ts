import { errorCode, describeError } from '../../../lib/api/describe-error.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { type Change, inTurn, onOwn, type Step, useSteps } from './steps.ts'
import { useChange } from './use-change.ts'

/** Id of the toast that reports the last undo. */
const NOTE = 'undone'

type List = 'done' | 'undone'

/** Binds ⌘Z and ⇧⌘Z to the steps of this dataset. */
export function useUndo(datasetId: string) {
  const { commit } = useChange(datasetId)
  const { done, undone } = useSteps()
  const isHere = (step: Step) => step.datasetId === datasetId

  const take = (from: List, to: List, changeOf: (step: Step) => Change) => {
    const goOn = async (together?: string) => {
      const step = useSteps.getState()[from].findLast(isHere)
      if (!step || (together !== undefined && step.together !== together)) return
      const change = changeOf(step)
      try {
        await commit(onOwn(change))
        move(step, from, to)
        showToast(change.message, 'plain', NOTE)
        await goOn(step.together)
      } catch (error) {
        // Drop a step that conflicts with someone else's change; earlier steps can still be undone.
        const isTheirs = errorCode(error) === 'CONFLICT'
        if (isTheirs) move(step, from)
        showToast(describeError(error).message, 'error')
        if (isTheirs) await goOn(step.together)
      }
    }
    void inTurn(() => goOn())
  }
  const undo = () => take('done', 'undone', ({ back }) => back)
  const redo = () =>
    take(
      'undone',
      'done',
      ({ datasetId: _dataset, back: _back, together: _with, message, ...change }) => ({
        ...change,
        message: `Redo: ${message}`,
      }),
    )
  const [hasDone, hasUndone] = [done.some(isHere), undone.some(isHere)]
  useHotkeys([
    { keys: 'mod+z', label: 'Undo', group: 'Dataset', hidden: !hasDone, run: undo },
    { keys: 'mod+shift+z', label: 'Redo', group: 'Dataset', hidden: !hasUndone, run: redo },
  ])
  return { undo: hasDone ? undo : undefined, redo: hasUndone ? redo : undefined }
}

function move(step: Step, from: List, to?: List): void {
  useSteps.setState((steps) => ({
    [from]: steps[from].filter((one) => one !== step),
    ...(to !== undefined && { [to]: [...steps[to], step] }),
  }))
}
