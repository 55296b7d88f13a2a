import { useMemo, useState } from 'react'

const nothing: ReadonlySet<string> = new Set()

/** What is folded, which outlives the lens that it was folded in. */
export function useFolding() {
  const [folded, setFolded] = useState(nothing)
  const [withPlumbing, setWithPlumbing] = useState(false)
  /** Items of the story. */
  const [opened, setOpened] = useState(nothing)
  return useMemo(
    () => ({ folded, setFolded, withPlumbing, setWithPlumbing, opened, setOpened }),
    [folded, withPlumbing, opened],
  )
}

export type Folding = ReturnType<typeof useFolding>
