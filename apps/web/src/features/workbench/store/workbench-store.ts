import type { GraphDocument, Problem } from '@lathe/contract'
import { temporal } from 'zundo'
import { createStore, useStore } from 'zustand'
import { isSameSelection, EMPTY_SELECTION, prune, type Selection } from './selection.ts'

export type WorkbenchState = {
  document: GraphDocument
  selection: Selection
  problems: readonly Problem[]
  /** Labels of a problem's fixes. Some arrive after the problem. */
  fixes: ReadonlyMap<Problem, readonly string[]>
}

export type WorkbenchStore = ReturnType<typeof createWorkbenchStore>

type Recipe = (document: GraphDocument) => GraphDocument

const HISTORY_LIMIT = 300

/** The edited document and its history. Quick edits of one `group` form one undo step. */
export function createWorkbenchStore(
  document: GraphDocument,
  { isReadOnly = false }: { isReadOnly?: boolean } = {},
) {
  const grouping = createGrouping()
  const store = createStore<WorkbenchState>()(
    temporal(
      (): WorkbenchState => ({
        document,
        selection: EMPTY_SELECTION,
        problems: [],
        fixes: new Map(),
      }),
      {
        partialize: (state) => ({ document: state.document }),
        equality: (a, b) => a.document === b.document,
        limit: HISTORY_LIMIT,
        handleSet: (record) => (pastState, replace) => {
          // Zundo passes the previous state. The cast holds because it types the setter for the
          // store.
          if (grouping.isNewStep()) record(pastState, replace as false)
        },
      },
    ),
  )

  const pruneSelection = () =>
    store.setState((state) => ({ selection: prune(state.selection, state.document) }))

  return {
    ...store,

    edit: (recipe: Recipe, group?: string) => {
      if (isReadOnly) return
      const before = store.getState().document
      const after = recipe(before)
      if (after === before) return
      grouping.begin(group)
      store.setState(({ selection }) => ({ document: after, selection: prune(selection, after) }))
    },

    /** Starts a new undo step with the next edit. */
    endGroup: () => grouping.end(),

    undo: () => {
      grouping.end()
      store.temporal.getState().undo()
      pruneSelection()
    },
    redo: () => {
      grouping.end()
      store.temporal.getState().redo()
      pruneSelection()
    },

    select: (selection: Selection) => {
      if (!isSameSelection(store.getState().selection, selection)) store.setState({ selection })
    },
    setProblems: (problems: readonly Problem[]) =>
      store.setState((state) =>
        JSON.stringify(state.problems) === JSON.stringify(problems) ? state : { problems },
      ),
    /** Indices refer to the problems set last. */
    setFixes: (labels: readonly (readonly [index: number, labels: readonly string[]])[]) =>
      store.setState(({ problems }) => {
        const labelled = labels.flatMap(
          ([index, problemLabels]): [Problem, readonly string[]][] => {
            const problem = problems[index]
            return problem ? [[problem, problemLabels]] : []
          },
        )
        return { fixes: new Map(labelled) }
      }),
  }
}

export const useCanUndo = (store: WorkbenchStore) =>
  useStore(store.temporal, (state) => state.pastStates.length > 0)

export const useCanRedo = (store: WorkbenchStore) =>
  useStore(store.temporal, (state) => state.futureStates.length > 0)

const PAUSE_MS = 1_000

/** Decides whether an edit extends the last undo step: same group and no pause. */
function createGrouping(now: () => number = Date.now) {
  let last: { group: string; time: number } | undefined
  let isNew = true

  return {
    begin: (group: string | undefined) => {
      const time = now()
      isNew = group === undefined || last?.group !== group || time - last.time > PAUSE_MS
      last = group === undefined ? undefined : { group, time }
    },
    isNewStep: () => isNew,
    end: () => {
      last = undefined
    },
  }
}
