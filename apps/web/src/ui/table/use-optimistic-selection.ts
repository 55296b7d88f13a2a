import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Returns the latest selection at once. The URL follows later and may still report earlier
 * selections, which are ignored. A selection made elsewhere is followed.
 */
export function useOptimisticSelection(
  selected: string | undefined,
  onSelect: (id: string) => void,
) {
  const [own, setOwn] = useState(selected)
  /** Selections that the URL has yet to report, in order. It may skip some. */
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
