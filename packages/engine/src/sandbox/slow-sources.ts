/** For this many times as long as an overrun blocked the event loop, only proven sources may block it. */
const RECOVERY = 20
const SLOW_MS = 60_000
const MAX_REMEMBERED = 1_000

export type SlowSources = {
  /** Whether the event loop may be blocked for a source, in the hope that it takes a fraction of a millisecond. */
  mayBlock(source: string): boolean
  noteQuick(source: string): void
  noteOverrun(source: string, blockedMs: number): void
}

/**
 * Decides by what sources did before which of them are worth a blocking call. Overruns of any number of sources take at
 * most a twentieth of the event loop's time.
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
