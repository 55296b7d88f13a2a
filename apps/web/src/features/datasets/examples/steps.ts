import type { ExamplePut } from '@lathe/contract'
import { v7 } from 'uuid'
import { create } from 'zustand'

export type Change = { put?: ExamplePut[]; remove?: string[]; message: string }
/** Steps with the same `together` are undone as one. */
export type Step = Change & { datasetId: string; inverse: Change; groupId: string }

type Steps = {
  undoable: Step[]
  redoable: Step[]
  /** Latest version of each example that this page created. */
  versionsById: Record<string, number>
}

/** Undo and redo history of this page. */
export const useSteps = create<Steps>()(() => ({ undoable: [], redoable: [], versionsById: {} }))

let last: Promise<unknown> = Promise.resolve()

/** Runs changes one after another, so that undo always reverts the last change. */
export function runInOrder<T>(task: () => Promise<T>): Promise<T> {
  const result = last.then(task)
  last = result.catch(() => undefined)
  return result
}

export function remember(
  datasetId: string,
  change: Change,
  inverse: Change,
  groupId: string = v7(),
): void {
  const step = { datasetId, ...change, inverse, groupId }
  useSteps.setState(({ undoable }) => ({ undoable: [...undoable, step], redoable: [] }))
}

export function noteOwn(ids: readonly string[], version: number): void {
  useSteps.setState(({ versionsById }) => ({
    versionsById: { ...versionsById, ...Object.fromEntries(ids.map((id) => [id, version])) },
  }))
}

/**
 * Returns the change restricted to the versions created here, so that it does not overwrite someone
 * else's edit.
 */
export function withOwnVersions({ put = [], ...change }: Change): Change {
  const { versionsById } = useSteps.getState()
  return {
    ...change,
    put: put.map((example) => {
      const base = example.id === undefined ? undefined : versionsById[example.id]
      return { ...example, ...(base !== undefined && { base }) }
    }),
  }
}
