let isLeaving = false

/** Once, where there is a page: what is asked as it goes must outlive it. */
export function watchPageLeave(): void {
  window.addEventListener('pagehide', () => void (isLeaving = true), { capture: true })
  window.addEventListener('pageshow', () => void (isLeaving = false))
}

export const isPageLeft = (): boolean => isLeaving
