import { MAX_IDS } from '@lathe/contract'
import { useRef, useState } from 'react'

/** The selected rows. Changing the filter clears the selection. */
export function useSelection(key: string) {
  const [selection, setSelection] = useState({ key, ids: new Set<string>(), isAll: false })
  const last = useRef<string>(undefined)
  const current = selection.key === key ? selection : { key, ids: new Set<string>(), isAll: false }
  const set = (ids: Iterable<string>, isAll = false) =>
    setSelection({ key, ids: new Set([...ids].slice(0, MAX_IDS)), isAll })
  return {
    ids: current.ids,
    /** Whether all matching traces are selected, not only the loaded ones. */
    isAll: current.isAll,
    /** Deselecting a row while all matching traces are selected keeps only the loaded rows. */
    toggle: (id: string) => {
      last.current = id
      const ids = new Set(current.ids)
      if (!ids.delete(id) && !current.isAll) ids.add(id)
      set(ids)
    },
    /** Selects all rows from the last selected one to this one. */
    extendTo: (id: string, order: readonly string[]) => {
      const [from, to] = [order.indexOf(last.current ?? id), order.indexOf(id)].sort(
        (a, b) => a - b,
      )
      last.current = id
      if (from === undefined || to === undefined || from < 0) set([...current.ids, id])
      else set([...current.ids, ...order.slice(from, to + 1)], current.isAll)
    },
    /** Extends the selection to the next row. Moving back shrinks it. */
    walk: (from: string, to: string) => {
      if (current.isAll) return
      last.current = to
      const ids = new Set(current.ids)
      const isReversing = from !== to && ids.has(from) && ids.has(to)
      if (isReversing) ids.delete(from)
      set(isReversing ? ids : [...ids, from, to])
    },
    choose: (ids: Iterable<string>, isAll = false) => set(ids, isAll),
    clear: () => set([]),
  }
}

export type Selection = ReturnType<typeof useSelection>
