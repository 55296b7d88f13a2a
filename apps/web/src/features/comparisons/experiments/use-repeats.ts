import { useMemo, useState } from 'react'

export type Repeats = { of: (cell: string) => number; show: (cell: string, repeat: number) => void }

/** Which repeat each cell shows, the first unless another was chosen; rows that scroll away keep theirs. */
export function useRepeats(): Repeats {
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  return useMemo(
    () => ({
      of: (cell) => shown.get(cell) ?? 0,
      show: (cell, repeat) => setShown((old) => new Map(old).set(cell, repeat)),
    }),
    [shown],
  )
}
