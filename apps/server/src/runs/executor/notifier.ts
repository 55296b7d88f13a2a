/** Longest wait without a notification: notifications between processes can be lost. */
const MAX_WAIT_MS = 1_000

export type Notifier = {
  notify(id: string): void
  /** Start listening before reading, so that later notifications count. */
  listen(id: string): NotificationListener
}

export type NotificationListener = {
  /**
   * Resolves with the next notification since the last call, after the longest wait, or when the
   * signal aborts.
   */
  next(signal?: AbortSignal): Promise<void>
  close(): void
}

/** Creates the notifier that wakes readers of a run. */
export function createNotifier(): Notifier {
  const listeners = new Map<string, Set<() => void>>()

  return {
    notify(id) {
      for (const onNotify of listeners.get(id) ?? []) onNotify()
    },
    listen(id) {
      let isNotified = false
      let wake: (() => void) | null = null
      const onNotify = () => {
        isNotified = true
        wake?.()
      }
      const idListeners = listeners.get(id) ?? new Set()
      listeners.set(id, idListeners.add(onNotify))

      return {
        async next(signal) {
          if (!isNotified && !signal?.aborted)
            await waitForWake(signal, (resolve) => (wake = resolve))
          wake = null
          isNotified = false
        },
        close() {
          idListeners.delete(onNotify)
          if (idListeners.size === 0 && listeners.get(id) === idListeners) listeners.delete(id)
        },
      }
    },
  }
}

function waitForWake(
  signal: AbortSignal | undefined,
  onWake: (resolve: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, MAX_WAIT_MS)
    signal?.addEventListener('abort', finish)
    onWake(finish)
  })
}
