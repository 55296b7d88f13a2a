import { useEffect, useRef } from 'react'

/** For a pane that is opened by a button or a menu: its first field takes the focus along. */
export function useFocusFirst<Pane extends HTMLElement>() {
  const ref = useRef<Pane>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])
  return ref
}
