import { useLayoutEffect, useRef } from 'react'

/** Of a pane beside the grid: when it closes with the focus in it, that goes back to where it was before. */
export function useFocusBack() {
  const pane = useRef<HTMLElement>(null)

  // Of layout, because the pane has to be asked before it is gone.
  useLayoutEffect(() => {
    const element = pane.current
    let before = document.activeElement
    const note = () => {
      const { activeElement: now } = document
      // Menus and lists are gone by then.
      if (!element?.contains(now) && !now?.closest('[data-portal]')) before = now
    }
    document.addEventListener('focusin', note)
    return () => {
      document.removeEventListener('focusin', note)
      if (!element?.contains(document.activeElement)) return
      const cell = document.querySelector('[data-place][tabindex="0"]')
      const target = before?.isConnected ? before : cell
      if (target instanceof HTMLElement) target.focus()
    }
  }, [])

  return pane
}
