/** Focuses the element once it is on the page, unless the user moves elsewhere first. */
export function focusOnceThere(find: () => HTMLElement | null): void {
  const elsewhere = new AbortController()
  const { signal } = elsewhere
  const attempt = () => {
    const found = signal.aborted ? null : find()
    if (!found) return
    elsewhere.abort()
    found.focus()
  }
  requestAnimationFrame(() => {
    const arrivals = new MutationObserver(attempt)
    signal.addEventListener('abort', () => arrivals.disconnect())
    arrivals.observe(document.body, { childList: true, subtree: true, attributes: true })
    for (const turn of ['focusin', 'pointerdown'])
      document.addEventListener(turn, () => elsewhere.abort(), { signal, capture: true })
    attempt()
  })
}
