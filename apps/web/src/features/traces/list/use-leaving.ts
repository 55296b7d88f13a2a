import { useState } from 'react'

type Leaving = { ids: ReadonlySet<string>; key: string; count: number | undefined }

/** Traces that are deleted unless somebody takes it back: not shown meanwhile, but told of. */
export function useLeaving(key: string) {
  const [leaving, setLeaving] = useState<readonly Leaving[]>([])
  const here = leaving.filter((one) => one.key === key)
  return {
    isLeaving: (id: string) => leaving.some(({ ids }) => ids.has(id)),
    /** How many of those that pass the filter. */
    count: here.reduce((sum, { ids, count = ids.size }) => sum + count, 0),
    /** `count` where more leave than are loaded. */
    hide: (ids: ReadonlySet<string>, count?: number) =>
      setLeaving((before) => [...before, { ids, key, count }]),
    show: (ids: ReadonlySet<string>) =>
      setLeaving((before) => before.filter((one) => one.ids !== ids)),
  }
}
