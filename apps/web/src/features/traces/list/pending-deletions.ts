import { create } from 'zustand'

type PendingDeletion = {
  ids: ReadonlySet<string>
  /** Key of the filter they were selected in. */
  key: string
  /** Number of them that match the filter. */
  count: number
}

/** Traces in their undo period before deletion. Every list hides them. */
const useStore = create<{ all: readonly PendingDeletion[] }>()(() => ({ all: [] }))

/** Pass `count` if more traces are deleted than loaded. */
export const hideTraces = (key: string, ids: ReadonlySet<string>, count = ids.size) =>
  useStore.setState(({ all }) => ({ all: [...all, { ids, key, count }] }))

export const showTraces = (ids: ReadonlySet<string>) =>
  useStore.setState(({ all }) => ({ all: all.filter((entry) => entry.ids !== ids) }))

export function usePendingDeletions(key: string) {
  const all = useStore((store) => store.all)
  return {
    isLeaving: (id: string) => all.some(({ ids }) => ids.has(id)),
    /** Number of traces that match the filter. */
    count: all.reduce((total, entry) => total + (entry.key === key ? entry.count : 0), 0),
  }
}
