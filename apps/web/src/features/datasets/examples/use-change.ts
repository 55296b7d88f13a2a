import type { Example, ExamplePut } from '@lathe/contract'
import { matchQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { api, client } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'
import { showToast } from '../../../ui/undo-toast.tsx'

type Change = {
  put?: ExamplePut[]
  remove?: string[]
  message: string
  /** The version that was looked at: what somebody changed since is not written over. */
  base?: number
}
type Step = Change & { datasetId: string; back: Change }

/** What was done here, and what was undone: kept while the page is. */
const useSteps = create<{ done: Step[]; undone: Step[] }>()(() => ({ done: [], undone: [] }))

const asPut = ({ id, inputs, reference, metadata, splits, files }: Example): ExamplePut => ({
  id,
  inputs,
  reference,
  metadata,
  splits,
  files,
})

/** Changes make a version each; undo makes another that is as before. */
export function useChange(datasetId: string) {
  const queries = useQueryClient()
  const commit = async ({ put = [], remove = [], message, base }: Change) => {
    const made = await client.datasets.change({ dataset: datasetId, put, remove, message, base })
    const examples = { queryKey: api.datasets.examples.key() }
    const listed = queries.invalidateQueries(examples)
    // What is told of all examples takes longer the more there are: nobody waits for it.
    void queries.invalidateQueries({
      queryKey: api.datasets.key(),
      predicate: (query) => !matchQuery(examples, query),
    })
    await listed
    return made
  }
  const { mutateAsync, isPending, error } = useMutation({
    mutationFn: commit,
    // What stood in the way is shown.
    onError: () => queries.invalidateQueries({ queryKey: api.datasets.examples.key() }),
  })

  const add = async (put: ExamplePut[], message: string) => {
    const made = await mutateAsync({ put, message })
    const again = put.map((one, index) => ({ ...one, id: made.ids[index] }))
    remember(datasetId, { put: again, message }, { remove: made.ids, message: `Undo: ${message}` })
    return made.ids
  }
  /** Gives the version this makes; refused with CONFLICT where the example is another by now than `after` was made of. */
  const edit = async (before: Example, after: Example) => {
    const message = 'Edited an example'
    const { version } = await mutateAsync({ put: [asPut(after)], message, base: after.version })
    remember(
      datasetId,
      { put: [asPut(after)], message },
      { put: [asPut(before)], message: `Undo: ${message}` },
    )
    return version
  }
  const remove = async (examples: readonly Example[]) => {
    const ids = examples.map(({ id }) => id)
    const message = ids.length === 1 ? 'Removed an example' : `Removed ${ids.length} examples`
    await mutateAsync({ remove: ids, message })
    remember(
      datasetId,
      { remove: ids, message },
      { put: examples.map(asPut), message: `Undo: ${message}` },
    )
  }
  return { add, edit, remove, isPending, error, commit: mutateAsync }
}

function remember(datasetId: string, change: Change, back: Change) {
  useSteps.setState(({ done }) => ({ done: [...done, { datasetId, ...change, back }], undone: [] }))
}

/** ⌘Z and ⇧⌘Z over the steps of this dataset. */
export function useUndo(datasetId: string) {
  const { commit } = useChange(datasetId)
  const { done, undone } = useSteps()
  const last = done.findLast((step) => step.datasetId === datasetId)
  const next = undone.findLast((step) => step.datasetId === datasetId)
  const fail = (error: unknown) => showToast(describeError(error).message, 'error')
  const undo = () => {
    if (!last) return
    commit(last.back).then(() => {
      useSteps.setState((steps) => ({
        done: steps.done.filter((step) => step !== last),
        undone: [...steps.undone, last],
      }))
      showToast(last.back.message)
    }, fail)
  }
  const redo = () => {
    if (!next) return
    const { datasetId: _dataset, back: _back, ...change } = next
    commit(change).then(() => {
      useSteps.setState((steps) => ({
        done: [...steps.done, next],
        undone: steps.undone.filter((step) => step !== next),
      }))
      showToast(`Redo: ${next.message}`)
    }, fail)
  }
  useHotkeys([
    { keys: 'mod+z', label: 'Undo', group: 'Dataset', hidden: !last, run: undo },
    { keys: 'mod+shift+z', label: 'Redo', group: 'Dataset', hidden: !next, run: redo },
  ])
  return { undo: last && undo, redo: next && redo }
}
