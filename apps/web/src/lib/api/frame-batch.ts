const HIDDEN_TAB_MS = 200

/**
 * Collects items and delivers them once per frame. Uses a timer in hidden tabs, which have no
 * frames.
 */
export function createFrameBatch<T>(deliver: (items: readonly T[]) => void) {
  let pending: T[] = []
  let cancel: (() => void) | undefined

  const flush = () => {
    cancel?.()
    cancel = undefined
    if (pending.length === 0) return
    const items = pending
    pending = []
    deliver(items)
  }

  const schedule = (): (() => void) => {
    if (document.visibilityState === 'hidden') {
      const timer = setTimeout(flush, HIDDEN_TAB_MS)
      return () => clearTimeout(timer)
    }
    const frame = requestAnimationFrame(flush)
    return () => cancelAnimationFrame(frame)
  }

  return {
    add: (item: T) => {
      pending.push(item)
      cancel ??= schedule()
    },
    flush,
    drop: () => {
      cancel?.()
      cancel = undefined
      pending = []
    },
  }
}
