const TRIES = 20

/** Focuses the control of a field once it is on the page, or of the nearest field around it. */
export function focusField(path: string | undefined): void {
  if (path === undefined) return
  let tries = 0
  const attempt = () => {
    const field = findField(path)
    if (field) {
      const control = field.querySelector<HTMLElement>(
        'input:not([type="hidden"]), textarea, [contenteditable="true"], select, button',
      )
      field.scrollIntoView({ block: 'nearest' })
      control?.focus()
      return
    }
    tries += 1
    if (tries < TRIES) setTimeout(attempt, 50)
  }
  requestAnimationFrame(attempt)
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
