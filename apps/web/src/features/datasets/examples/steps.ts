import type { ExamplePut } from '@lathe/contract'
import { v7 } from 'uuid'
import { create } from 'zustand'

export type Change = { put?: ExamplePut[]; remove?: string[]; message: string }
/** Those with one `together` are a single step to whoever made them. */
export type Step = Change & { datasetId: string; back: Change; together: string }

type Steps = {
  done: Step[]
  undone: Step[]
  /** By example: the version that was made of it here last. */
  own: Record<string, number>
}

/** What was done here, and what was undone: kept while the page is. */
export const useSteps = create<Steps>()(() => ({ done: [], undone: [], own: {} }))

let last: Promise<unknown> = Promise.resolve()

/** Changes are over before the next begins, so that what is undone is what was done last. */
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

/** A change that writes over nothing that somebody else made of an example since. */
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
