import { focusOnceThere } from '../../../lib/focus-once-there.ts'

const CONTROLS = 'input:not([type="hidden"]), textarea, [contenteditable="true"], select, button'

/** Focuses the control of a field once it is on the page, or of the nearest field around it. */
export function focusField(path: string | undefined): void {
  if (path === undefined) return
  focusOnceThere(() => {
    const field = findField(path)
    // What is folded cannot be focused; to open what is open would call whoever waits for changes again.
    for (let fold = field?.closest('details'); fold; fold = fold.parentElement?.closest('details'))
      if (!fold.open) fold.open = true
    // What was folded is drawn a moment after.
    if (!field?.checkVisibility()) return null
    field.scrollIntoView({ block: 'nearest' })
    return field.querySelector<HTMLElement>(CONTROLS) ?? field
  })
}

/** `data-field` is a path within the node, as problems name it: `prompt.messages.0.text`. */
export function findField(path: string): HTMLElement | null {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length--) {
    const name = CSS.escape(parts.slice(0, length).join('.'))
    const found = document.querySelector<HTMLElement>(`[data-field="${name}"]`)
    if (found) return found
  }
  return null
}
