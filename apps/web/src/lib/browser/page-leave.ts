let isLeaving = false

/** Call once at startup. Requests sent while the page unloads need `keepalive`. */
export function watchPageLeave(): void {
  window.addEventListener('pagehide', () => void (isLeaving = true), { capture: true })
  window.addEventListener('pageshow', () => void (isLeaving = false))
}

export const isPageLeaving = (): boolean => isLeaving
