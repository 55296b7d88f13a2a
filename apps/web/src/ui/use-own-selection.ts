import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * What was selected here last, at once: the address says so a moment later, and by then may still say what was selected before. What is
 * selected elsewhere is followed.
 */
export function useOwnSelection(selected: string | undefined, onSelect: (id: string) => void) {
  const [own, setOwn] = useState(selected)
  /** What the address is yet to say, in this order; it may leave some out. */
  const awaited = useRef<string[]>([])
  const address = useRef(selected)

  useEffect(() => {
    address.current = selected
    const at = awaited.current.findIndex((id) => id === selected)
    awaited.current = at < 0 ? [] : awaited.current.slice(at + 1)
    if (awaited.current.length === 0) setOwn(selected)
  }, [selected])

  const select = useCallback(
    (id: string) => {
      setOwn(id)
      awaited.current = id === address.current ? [] : [...awaited.current, id]
      onSelect(id)
    },
    [onSelect],
  )
  return [own, select] as const
}
