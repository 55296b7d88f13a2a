import { removeChannel } from '@lathe/graph'
import { useCallback } from 'react'
import type { GraphDocument } from '@lathe/contract'
import { showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { useWorkbench } from '../workbench-context.ts'

/** Deletes a channel and offers to restore it, also after later edits. */
export function useRemoveChannel() {
  const { store, runGraph } = useWorkbench()
  return useCallback(
    (name: string) => {
      if (runGraph) return
      const before = store.getState().document
      store.edit((document) => removeChannel(document, name))
      showUndoToast({
        message: `Channel ${name} deleted`,
        onUndo: () => store.edit((document) => restoreChannel(document, before, name)),
      })
    },
    [store, runGraph],
  )
}

/**
 * Restores a deleted channel at its position. Returns the same document if its name is used again.
 */
export function restoreChannel(
  document: GraphDocument,
  before: GraphDocument,
  name: string,
): GraphDocument {
  const channel = before.state[name]
  if (!channel || Object.hasOwn(document.state, name)) return document
  const index = Object.keys(before.state).indexOf(name)
  const channels = Object.entries(document.state).toSpliced(index, 0, [name, channel])
  const removeEndpoint = (end: 'input' | 'output') => {
    const index = before[end].indexOf(name)
    return index < 0 ? document[end] : document[end].toSpliced(index, 0, name)
  }
  return {
    ...document,
    state: Object.fromEntries(channels),
    input: removeEndpoint('input'),
    output: removeEndpoint('output'),
  }
}
