import { useEffect, useState } from 'react'

type DragOptions = {
  onZoom: (from: number, to: number) => void
  onPick: ((at: number) => void) | undefined
}

/** What recharts says of the place under the pointer. */
type Pointed = { activeLabel?: string | number | undefined }

type Drag = { start: number; end: number; isOutside: boolean }

/** A press and its release over one bucket picks it, over several zooms to them, also past the edge. */
export function useDragOver({ onZoom, onPick }: DragOptions) {
  const [drag, setDrag] = useState<Drag>()
  const finish = () => {
    setDrag(undefined)
    if (!drag) return
    if (drag.start !== drag.end)
      onZoom(Math.min(drag.start, drag.end), Math.max(drag.start, drag.end))
    else if (!drag.isOutside) onPick?.(drag.start)
  }
  const isOutside = drag?.isOutside ?? false
  useEffect(() => {
    if (!isOutside) return undefined
    addEventListener('mouseup', finish)
    return () => removeEventListener('mouseup', finish)
  })
  return {
    area: drag &&
      drag.start !== drag.end && {
        from: Math.min(drag.start, drag.end),
        to: Math.max(drag.start, drag.end),
      },
    handlers: {
      onMouseDown: ({ activeLabel }: Pointed) => {
        if (activeLabel !== undefined)
          setDrag({ start: Number(activeLabel), end: Number(activeLabel), isOutside: false })
      },
      onMouseMove: ({ activeLabel }: Pointed) => {
        if (activeLabel !== undefined) setDrag((now) => now && { ...now, end: Number(activeLabel) })
      },
      onMouseUp: finish,
      // Moves are told late, also after the leave.
      onMouseEnter: () => setDrag((now) => now && { ...now, isOutside: false }),
      onMouseLeave: () => setDrag((now) => now && { ...now, isOutside: true }),
    },
  }
}
