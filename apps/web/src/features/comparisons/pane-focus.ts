import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { focusOnceThere } from '../../lib/focus-once-there.ts'

/** A menu that closes gives the focus back to its button after 10 ms. */
const AFTER_MENUS_MS = 30

/** Not those that open a list over the others as soon as they have the focus. */
const FIELDS =
  ':is(input, textarea, [contenteditable="true"], button):not([aria-haspopup="listbox"])'
const OPEN_LIST = '[aria-expanded="true"], [data-expanded]'

/** Focuses the first field of the pane that shows this, once it is on the page; `opened` is as in the address. */
export const focusPane = (opened: string): void =>
  focusFirstField(`[data-opened="${CSS.escape(opened)}"] [data-fields]`)

/** The same of whatever is found by a selector. */
export function focusFirstField(within: string): void {
  // What is folded away cannot take the focus.
  const find = () =>
    [...document.querySelectorAll<HTMLElement>(`${within} ${FIELDS}`)].find((one) =>
      one.checkVisibility(),
    ) ?? null
  setTimeout(() => focusOnceThere(find), AFTER_MENUS_MS)
}

/** Escape in a field of a pane closes it; lists and dialogs close by their own first. */
export function leavePane(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const { target, currentTarget } = event
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
  // Dialogs of the pane are drawn elsewhere, and their keys come here all the same.
  if (!currentTarget.contains(target) || target.matches(OPEN_LIST)) return
  event.preventDefault()
  close()
}

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
