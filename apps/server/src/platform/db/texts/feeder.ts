import { setTimeout as wait } from 'node:timers/promises'

/** What arrives within this is taken in together. */
const GATHER_MS = 200
const RETRY_MS = 5_000
/** Since something was queued: more is being stored. */
const BUSY_MS = 200

/** Does a piece of the work, and leaves the database for as long to others while they store. */
export type Pace = <T>(piece: () => Promise<T>) => Promise<T>

/** Calls `work` while it says there is more, a moment after it was woken; never twice at once. */
export function createFeeder(work: (pace: Pace) => Promise<boolean>) {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let isWoken = false
  let wokenAt = Number.NEGATIVE_INFINITY
  let isFailing = false

  const pace: Pace = async (piece) => {
    const began = performance.now()
    const done = await piece()
    const ended = performance.now()
    if (ended - wokenAt < BUSY_MS && !closing.signal.aborted) await wait(ended - began)
    return done
  }

  async function run() {
    while (isWoken && !closing.signal.aborted) {
      isWoken = false
      while (!closing.signal.aborted && (await work(pace))) await wait(0)
    }
  }

  const start = (): Promise<void> => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }

  const startSoon = async (delayMs: number): Promise<void> => {
    try {
      await wait(delayMs, undefined, { ref: false, signal: closing.signal })
    } catch {
      return
    }
    // Nothing is lost: what cannot be taken in now is still queued.
    try {
      await start()
      isFailing = false
    } catch (error) {
      if (!isFailing) console.error(new Error('The words index waits', { cause: error }))
      isFailing = true
      isWoken = true
      void startSoon(RETRY_MS)
    }
  }

  return {
    wake() {
      wokenAt = performance.now()
      if (isWoken) return
      isWoken = true
      void startSoon(GATHER_MS)
    },
    async settled() {
      wokenAt = Number.NEGATIVE_INFINITY
      await running
      isWoken = true
      await start()
    },
    async close() {
      closing.abort()
      await running?.catch(() => undefined)
    },
  }
}
