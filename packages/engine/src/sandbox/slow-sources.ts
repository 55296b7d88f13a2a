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
  const proven = new Set<string>()
  const slowUntil = new Map<string, number>()
  let provenOnlyUntil = 0

  return {
    mayBlock(source) {
      if (proven.has(source)) return true
      return now() >= provenOnlyUntil && now() >= (slowUntil.get(source) ?? 0)
    },
    noteQuick(source) {
      if (proven.size >= MAX_REMEMBERED && !proven.has(source)) proven.clear()
      proven.add(source)
    },
    noteOverrun(source, blockedMs) {
      proven.delete(source)
      if (slowUntil.size >= MAX_REMEMBERED) slowUntil.clear()
      slowUntil.set(source, now() + SLOW_MS)
      provenOnlyUntil = Math.max(provenOnlyUntil, now() + RECOVERY * blockedMs)
    },
  }
}
