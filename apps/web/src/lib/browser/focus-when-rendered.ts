/** Focuses the element once it is on the page, unless the user moves elsewhere first. */
export function focusWhenRendered(findElement: () => HTMLElement | null): void {
  const cancellation = new AbortController()
  const { signal } = cancellation
  const attempt = () => {
    const element = signal.aborted ? null : findElement()
    if (!element) return
    cancellation.abort()
    element.focus()
  }
  requestAnimationFrame(() => {
    const observer = new MutationObserver(attempt)
    signal.addEventListener('abort', () => observer.disconnect())
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    for (const eventType of ['focusin', 'pointerdown'])
      document.addEventListener(eventType, () => cancellation.abort(), { signal, capture: true })
    attempt()
  })
}
