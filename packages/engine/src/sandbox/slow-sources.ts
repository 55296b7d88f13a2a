/**
 * After an overrun, only proven sources may block for this many times as long as the overrun
 * blocked.
 */
const RECOVERY = 20
const SLOW_MS = 60_000
const MAX_REMEMBERED = 1_000

export type SlowSources = {
  /**
   * Whether a source may block the event loop, because it probably takes a fraction of a
   * millisecond.
   */
  mayBlock(source: string): boolean
  noteQuick(source: string): void
  noteOverrun(source: string, blockedMs: number): void
}

/**
 * Decides by earlier executions which sources may block the event loop. Overruns take at most a
 * twentieth of its time.
 */
export function createSlowSources(now: () => number = () => performance.now()): SlowSources {
  const quickSources = new Set<string>()
  const slowUntil = new Map<string, number>()
  let quickOnlyUntil = 0

  return {
    mayBlock(source) {
      if (quickSources.has(source)) return true
      return now() >= quickOnlyUntil && now() >= (slowUntil.get(source) ?? 0)
    },
    noteQuick(source) {
      if (quickSources.size >= MAX_REMEMBERED && !quickSources.has(source)) quickSources.clear()
      quickSources.add(source)
    },
    noteOverrun(source, blockedMs) {
      quickSources.delete(source)
      if (slowUntil.size >= MAX_REMEMBERED) slowUntil.clear()
      slowUntil.set(source, now() + SLOW_MS)
      quickOnlyUntil = Math.max(quickOnlyUntil, now() + RECOVERY * blockedMs)
    },
  }
}
