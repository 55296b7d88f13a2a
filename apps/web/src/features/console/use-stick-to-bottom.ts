import { useCallback, useEffect, useRef, useState } from 'react'

const NEAR_PX = 48

/** Follows growing content while the reader is at its end; whoever scrolled up is left where they are. */
export function useStickToBottom() {
  const scrollRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const isStuck = useRef(true)
  const [isAway, setAway] = useState(false)

  const jump = useCallback(() => {
    const scroll = scrollRef.current
    isStuck.current = true
    setAway(false)
    if (scroll) scroll.scrollTop = scroll.scrollHeight
  }, [])

  useEffect(() => {
    const scroll = scrollRef.current
    const content = contentRef.current
    if (!scroll || !content) return undefined
    const handleScroll = () => {
      isStuck.current = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < NEAR_PX
      setAway(!isStuck.current)
    }
    const observer = new ResizeObserver(() => {
      if (isStuck.current) scroll.scrollTop = scroll.scrollHeight
    })
    observer.observe(content)
    observer.observe(scroll)
    scroll.addEventListener('scroll', handleScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroll.removeEventListener('scroll', handleScroll)
    }
  }, [])

  return { scrollRef, contentRef, isAway, jump }
}
