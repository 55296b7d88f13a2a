import type { ExamplePut } from '@lathe/contract'
import { v7 } from 'uuid'
import { create } from 'zustand'

export type Change = { put?: ExamplePut[]; remove?: string[]; message: string }
/** Steps with the same `together` are undone as one. */
export type Step = Change & { datasetId: string; back: Change; together: string }

type Steps = {
  done: Step[]
  undone: Step[]
  /** Latest version of each example that this page created. */
  own: Record<string, number>
}

/** Undo and redo history of this page. */
export const useSteps = create<Steps>()(() => ({ done: [], undone: [], own: {} }))

let last: Promise<unknown> = Promise.resolve()

/** Runs changes one after another, so that undo always reverts the last change. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work)
  last = done.catch(() => undefined)
  return done
}

export function remember(
  datasetId: string,
  change: Change,
  back: Change,
  together: string = v7(),
): void {
  const step = { datasetId, ...change, back, together }
  useSteps.setState(({ done }) => ({ done: [...done, step], undone: [] }))
}

export function noteOwn(ids: readonly string[], version: number): void {
  useSteps.setState(({ own }) => ({
    own: { ...own, ...Object.fromEntries(ids.map((id) => [id, version])) },
  }))
}

/**
 * Returns the change restricted to the versions created here, so that it does not overwrite someone
 * else's edit.
 */
export function onOwn({ put = [], ...change }: Change): Change {
  const { own } = useSteps.getState()
  return {
    ...change,
    put: put.map((one) => {
      const base = one.id === undefined ? undefined : own[one.id]
      return { ...one, ...(base !== undefined && { base }) }
    }),
  }
}
