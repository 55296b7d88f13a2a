import { useCallback, useEffect, useRef, useState } from 'react'

const BOTTOM_TOLERANCE_PX = 48
/** Events by which a reader scrolls, and the time scrolling may continue after them. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove'] as const
const MOVE_MS = 600

/** Follows growing content while the reader is at its end. Stops when the reader scrolls up. */
export function useStickToBottom() {
  const scrollRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const isPinned = useRef(true)
  const [isScrolledUp, setScrolledUp] = useState(false)

  const jump = useCallback(() => {
    const scroll = scrollRef.current
    isPinned.current = true
    setScrolledUp(false)
    if (scroll) scroll.scrollTop = scroll.scrollHeight
  }, [])

  useEffect(() => {
    const scroll = scrollRef.current
    const content = contentRef.current
    if (!scroll || !content) return undefined
    let last = scroll.scrollTop
    let lastUserScroll = Number.NEGATIVE_INFINITY
    const noteMove = () => {
      lastUserScroll = performance.now()
    }
    // Growing content looks like scrolling up and shrinking content like scrolling down. So only
    // reader events count.
    const handleScroll = () => {
      const isNearBottom =
        scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < BOTTOM_TOLERANCE_PX
      if (isNearBottom) isPinned.current = true
      else if (scroll.scrollTop < last && performance.now() - lastUserScroll < MOVE_MS) {
        isPinned.current = false
      }
      last = scroll.scrollTop
      setScrolledUp(!isPinned.current)
    }
    // Keeps the position when the reader expands something.
    const handleClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('summary, [aria-expanded]')) {
        isPinned.current = false
      }
    }
    const observer = new ResizeObserver(() => {
      if (isPinned.current) scroll.scrollTop = scroll.scrollHeight
    })
    observer.observe(content)
    observer.observe(scroll)
    scroll.addEventListener('scroll', handleScroll, { passive: true })
    for (const move of USER_SCROLL_EVENTS)
      scroll.addEventListener(move, noteMove, { passive: true })
    content.addEventListener('click', handleClick)
    return () => {
      observer.disconnect()
      scroll.removeEventListener('scroll', handleScroll)
      for (const move of USER_SCROLL_EVENTS) scroll.removeEventListener(move, noteMove)
      content.removeEventListener('click', handleClick)
    }
  }, [])

  return { scrollRef, contentRef, isScrolledUp, jump }
}
