import { type RefObject, useEffect } from 'react'

/** What is opened beside the grid takes room from it: the opened cell is brought back into sight. */
export function useOpenedInSight(
  scrollRef: RefObject<HTMLElement | null>,
  opened: string | undefined,
) {
  useEffect(() => {
    const scroll = scrollRef.current
    if (!scroll || opened === undefined) return undefined
    const observer = new ResizeObserver(() =>
      scroll
        .querySelector('[role="gridcell"][data-opened]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    observer.observe(scroll)
    return () => observer.disconnect()
  }, [scrollRef, opened])
}
