import { useState } from 'react'

type DragOptions = {
  onZoom: (from: number, to: number) => void
  onPick: ((at: number) => void) | undefined
}

/** What recharts says of the place under the pointer. */
type Pointed = { activeLabel?: string | number | undefined }

/** A press and its release over one bucket picks it, over several zooms to them. */
export function useDragOver({ onZoom, onPick }: DragOptions) {
  const [drag, setDrag] = useState<{ start: number; end: number }>()
  const finish = () => {
    setDrag(undefined)
    if (!drag) return
    if (drag.start === drag.end) onPick?.(drag.start)
    else onZoom(Math.min(drag.start, drag.end), Math.max(drag.start, drag.end))
  }
  return {
    area: drag &&
      drag.start !== drag.end && {
        from: Math.min(drag.start, drag.end),
        to: Math.max(drag.start, drag.end),
      },
    handlers: {
      onMouseDown: ({ activeLabel }: Pointed) => {
        if (activeLabel !== undefined)
          setDrag({ start: Number(activeLabel), end: Number(activeLabel) })
      },
      onMouseMove: ({ activeLabel }: Pointed) => {
        if (drag && activeLabel !== undefined) setDrag({ ...drag, end: Number(activeLabel) })
      },
      onMouseUp: finish,
      onMouseLeave: () => setDrag(undefined),
    },
  }
}
