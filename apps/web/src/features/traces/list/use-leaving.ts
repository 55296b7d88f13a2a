import { create } from 'zustand'

type Leaving = {
  ids: ReadonlySet<string>
  /** Filter of the list they were chosen in. */
  key: string
  /** Of those that pass it. */
  count: number
}

/** Traces that are deleted unless somebody takes it back: no list shows them meanwhile, but each tells of them. */
const useStore = create<{ all: readonly Leaving[] }>()(() => ({ all: [] }))

/** `count` where more leave than are loaded. */
export const hideTraces = (key: string, ids: ReadonlySet<string>, count = ids.size) =>
  useStore.setState(({ all }) => ({ all: [...all, { ids, key, count }] }))

export const showTraces = (ids: ReadonlySet<string>) =>
  useStore.setState(({ all }) => ({ all: all.filter((one) => one.ids !== ids) }))

export function useLeaving(key: string) {
  const all = useStore((store) => store.all)
  return {
    isLeaving: (id: string) => all.some(({ ids }) => ids.has(id)),
    /** How many of those that pass the filter. */
    count: all.reduce((sum, one) => sum + (one.key === key ? one.count : 0), 0),
  }
}
