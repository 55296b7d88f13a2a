let isLeaving = false

window.addEventListener('pagehide', () => void (isLeaving = true), { capture: true })
window.addEventListener('pageshow', () => void (isLeaving = false))

/** Whether what is asked now must outlive the page. */
export const isPageLeft = (): boolean => isLeaving
