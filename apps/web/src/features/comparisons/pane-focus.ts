import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { focusWhenRendered } from '../../lib/browser/focus-when-rendered.ts'

/** A closing menu returns the focus to its button after 10 ms. */
const AFTER_MENUS_MS = 30

/** Excludes fields that open a list on focus. */
const FIELDS =
  ':is(input, textarea, [contenteditable="true"], button):not([aria-haspopup="listbox"])'
const OPEN_LIST = '[aria-expanded="true"], [data-expanded]'

/**
 * Focuses the first field of a pane once it is rendered. `opened` is the value of the search param.
 */
export const focusPane = (opened: string): void =>
  focusFirstField(`[data-opened="${CSS.escape(opened)}"] [data-fields]`)

/** Focuses the first field inside the element that matches the selector. */
export function focusFirstField(containerSelector: string): void {
  // Hidden fields cannot take the focus.
  const find = () =>
    [...document.querySelectorAll<HTMLElement>(`${containerSelector} ${FIELDS}`)].find((element) =>
      element.checkVisibility(),
    ) ?? null
  setTimeout(() => focusWhenRendered(find), AFTER_MENUS_MS)
}

/** Closes the pane on Escape, unless a list or dialog inside it handles the key. */
export function closePaneOnEscape(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const { target, currentTarget } = event
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
  // Key events of portaled dialogs bubble through the React tree, so check the DOM.
  if (!currentTarget.contains(target) || target.matches(OPEN_LIST)) return
  event.preventDefault()
  close()
}

/** Returns the focus to the previous element when a pane closes while it has the focus. */
export function useRestoreFocus() {
  const pane = useRef<HTMLElement>(null)

  // A layout effect, because its cleanup runs before the pane is removed.
  useLayoutEffect(() => {
    const element = pane.current
    let before = document.activeElement
    const note = () => {
      const { activeElement } = document
      // Menus and lists disappear before the pane does.
      if (!element?.contains(activeElement) && !activeElement?.closest('[data-portal]'))
        before = activeElement
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
