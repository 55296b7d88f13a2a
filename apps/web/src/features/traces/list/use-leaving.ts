import { create } from 'zustand'

type Leaving = {
  ids: ReadonlySet<string>
  /** Key of the filter they were selected in. */
  key: string
  /** Number of them that match the filter. */
  count: number
}

/** Traces in their undo period before deletion. Every list hides them. */
const useStore = create<{ all: readonly Leaving[] }>()(() => ({ all: [] }))

/** Pass `count` if more traces are deleted than loaded. */
export const hideTraces = (key: string, ids: ReadonlySet<string>, count = ids.size) =>
  useStore.setState(({ all }) => ({ all: [...all, { ids, key, count }] }))

export const showTraces = (ids: ReadonlySet<string>) =>
  useStore.setState(({ all }) => ({ all: all.filter((one) => one.ids !== ids) }))

export function useLeaving(key: string) {
  const all = useStore((store) => store.all)
  return {
    isLeaving: (id: string) => all.some(({ ids }) => ids.has(id)),
    /** Number of traces that match the filter. */
    count: all.reduce((sum, one) => sum + (one.key === key ? one.count : 0), 0),
  }
}
