import { setTimeout as wait } from 'node:timers/promises'

/** Work that must have ended before a run is called ended. */
export type Unwinding = {
  during<T>(work: Promise<T>): Promise<T>
  /** All of it, or as much as ends in time. */
  settled(withinMs: number): Promise<void>
}

export function unwinding(): Unwinding {
  const open = new Set<Promise<unknown>>()
  return {
    during(work) {
      open.add(work)
      const done = () => open.delete(work)
      work.then(done, done)
      return work
    },
    async settled(withinMs) {
      if (open.size === 0) return
      const patience = new AbortController()
      await Promise.race([
        Promise.allSettled(open),
        wait(withinMs, undefined, { signal: patience.signal }).catch(() => undefined),
      ])
      patience.abort()
    },
  }
}
