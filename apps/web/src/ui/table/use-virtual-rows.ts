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
  offsetTop?: number
}

export function useVirtualRows({
  scrollRef,
  count,
  rowHeight,
  activeIndex,
  overscan = 6,
  offsetTop = 0,
}: VirtualRowsOptions) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: offsetTop,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const visibleIndexes = defaultRangeExtractor(range)
        if (activeIndex < 0 || activeIndex >= count || visibleIndexes.includes(activeIndex))
          return visibleIndexes
        return [...visibleIndexes, activeIndex].sort((a, b) => a - b)
      },
      [activeIndex, count],
    ),
  })

  const measuredHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measuredHeight.current === rowHeight) return
    measuredHeight.current = rowHeight
    virtualizer.measure()
  }, [virtualizer, rowHeight])

  return virtualizer
}
