import { setTimeout as wait } from 'node:timers/promises'

/** Rows that arrive within this time are indexed together. */
const GATHER_MS = 200
const RETRY_MS = 5_000
/** After a row was queued, more are expected for so long. */
const BUSY_MS = 200

/** Does a piece of work, then pauses for as long while spans are ingested. */
export type Pace = <T>(piece: () => Promise<T>) => Promise<T>

/** Calls `work` a moment after `wake`, and again while it returns true. Calls do not overlap. */
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
    // On an error the rows stay queued and are indexed later.
    try {
      await start()
      isFailing = false
    } catch (error) {
      if (!isFailing) console.error(new Error('The search index is behind', { cause: error }))
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
