import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

type VirtualRowsOptions = {
  scrollRef: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** Stays mounted when scrolled out of view, so that focus is not lost. */
  activeIndex: number
  /** Rows rendered beyond either edge; fewer for tall rows. */
  overscan?: number
  /** Height in pixels of scrolling content above the first row. */
  above?: number
}

export function useVirtualRows({
  scrollRef,
  count,
  rowHeight,
  activeIndex,
  overscan = 6,
  above = 0,
}: VirtualRowsOptions) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: above,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range)
        if (activeIndex < 0 || activeIndex >= count || shown.includes(activeIndex)) return shown
        return [...shown, activeIndex].sort((a, b) => a - b)
      },
      [activeIndex, count],
    ),
  })

  const measured = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measured.current === rowHeight) return
    measured.current = rowHeight
    virtualizer.measure()
  }, [virtualizer, rowHeight])

  return virtualizer
}
