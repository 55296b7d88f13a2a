import { setTimeout as wait } from 'node:timers/promises'

/** What arrives within this is taken in together. */
const GATHER_MS = 200
const RETRY_MS = 5_000

/** Calls `work` while it says there is more, a moment after it was woken; never twice at once. */
export function createFeeder(work: () => Promise<boolean>) {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let isWoken = false

  async function run() {
    while (isWoken && !closing.signal.aborted) {
      isWoken = false
      while (!closing.signal.aborted && (await work())) await wait(0)
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
    await start().catch(() => {
      isWoken = true
      void startSoon(RETRY_MS)
    })
  }

  return {
    wake() {
      if (isWoken) return
      isWoken = true
      void startSoon(GATHER_MS)
    },
    async settled() {
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
