import type { KeyboardEvent } from 'react'

const SELECTED = '.react-flow__node.selected, .react-flow__edge.selected'
const FIRST_CARD = '.react-flow__node[tabindex="0"]'
const OPEN = '[aria-expanded="true"], [data-expanded]'

/** Escape in a form focuses the selected card. Open lists and dialogs handle Escape first. */
export function blurOnEscape(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget } = event
  if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return
  // Key events of dialogs bubble here from their portals.
  if (!currentTarget.contains(target) || target.matches(OPEN)) return
  const graph = document.querySelector('.react-flow')
  const selected =
    graph?.querySelector<HTMLElement | SVGElement>(SELECTED) ??
    graph?.querySelector<HTMLElement>(FIRST_CARD)
  event.preventDefault()
  if (selected) selected.focus({ preventScroll: true })
  else if (target instanceof HTMLElement) target.blur()
}
