const MAX_FRAMES = 20

let pending: AbortController | undefined

/**
 * Focuses a card or edge. A card that was out of sight is drawn some frames later. From afar none is drawn: then this
 * calls `announceInstead`. Stops waiting when the focus moves elsewhere, so a dialog opened meanwhile keeps it.
 */
export function focusOnCanvas(
  type: 'node' | 'edge',
  id: string,
  announceInstead: () => void,
): void {
  pending?.abort()
  const attempts = new AbortController()
  pending = attempts
  const { signal } = attempts
  const selector = `.react-flow__${type}[data-id="${CSS.escape(id)}"]`

  const attempt = (frame: number) => {
    if (signal.aborted) return
    const element = document.querySelector<HTMLElement | SVGElement>(selector)
    if (element) {
      attempts.abort()
      element.focus({ preventScroll: true })
    } else if (frame === MAX_FRAMES) {
      attempts.abort()
      announceInstead()
    } else {
      requestAnimationFrame(() => attempt(frame + 1))
    }
  }
  for (const move of ['focusin', 'pointerdown']) {
    document.addEventListener(move, () => attempts.abort(), { signal, capture: true })
  }
  attempt(0)
}
