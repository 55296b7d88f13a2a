import { useCallback, useEffect, useRef, useState } from 'react'

/**
 * Returns the latest selection at once. The URL follows later and may still report earlier
 * selections, which are ignored. A selection made elsewhere is followed.
 */
export function useOptimisticSelection(
  selected: string | undefined,
  onSelect: (id: string) => void,
) {
  const [selection, setSelection] = useState(selected)
  /** Selections that the URL has yet to report, in order. It may skip some. */
  const pendingSelections = useRef<string[]>([])
  const urlSelection = useRef(selected)

  useEffect(() => {
    urlSelection.current = selected
    const index = pendingSelections.current.findIndex((id) => id === selected)
    pendingSelections.current = index < 0 ? [] : pendingSelections.current.slice(index + 1)
    if (pendingSelections.current.length === 0) setSelection(selected)
  }, [selected])

  const select = useCallback(
    (id: string) => {
      setSelection(id)
      pendingSelections.current =
        id === urlSelection.current ? [] : [...pendingSelections.current, id]
      onSelect(id)
    },
    [onSelect],
  )
  return [selection, select] as const
}
