/** Longest wait without a notification: notifications between processes can be lost. */
const LOOK_AGAIN_MS = 1_000

export type Bell = {
  ring(id: string): void
  /** Start listening before reading, so that later notifications count. */
  listen(id: string): BellListener
}

export type BellListener = {
  /**
   * Resolves with the next notification since the last call, after the longest wait, or when the
   * signal aborts.
   */
  next(signal?: AbortSignal): Promise<void>
  close(): void
}

/** Creates the notifier that wakes readers of a run. */
export function createBell(): Bell {
  const listeners = new Map<string, Set<() => void>>()

  return {
    ring(id) {
      for (const heard of listeners.get(id) ?? []) heard()
    },
    listen(id) {
      let rang = false
      let wake: (() => void) | null = null
      const heard = () => {
        rang = true
        wake?.()
      }
      const ofRun = listeners.get(id) ?? new Set()
      listeners.set(id, ofRun.add(heard))

      return {
        async next(signal) {
          if (!rang && !signal?.aborted) await woken(signal, (resolve) => (wake = resolve))
          wake = null
          rang = false
        },
        close() {
          ofRun.delete(heard)
          if (ofRun.size === 0 && listeners.get(id) === ofRun) listeners.delete(id)
        },
      }
    },
  }
}

function woken(
  signal: AbortSignal | undefined,
  onWake: (resolve: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, LOOK_AGAIN_MS)
    signal?.addEventListener('abort', done)
    onWake(done)
  })
}
