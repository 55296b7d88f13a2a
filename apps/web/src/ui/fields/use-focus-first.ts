import { useEffect, useRef } from 'react'

/** Focuses the first field of a pane opened by a button or a menu. */
export function useFocusFirst<Pane extends HTMLElement>() {
  const ref = useRef<Pane>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  return ref
}
