import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

export type Pace = {
  firstTokenMs: number
  /** Infinity writes as fast as the client reads. */
  tokensPerSecond: number
}

const BATCH = 64
const MIN_TICK_MS = 4

export const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  ms > 0 ? delay(ms, undefined, { signal }) : Promise.resolve()

/** Writes each chunk when its token is due. Rejects when the client disconnects. */
export async function writePaced(
  stream: Writable,
  chunks: readonly string[],
  { tokensPerSecond }: Pace,
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now()
  for (let next = 0; next < chunks.length;) {
    signal.throwIfAborted()
    const elapsedMs = performance.now() - started
    const dueMs =
      tokensPerSecond === Number.POSITIVE_INFINITY
        ? next + BATCH
        : Math.floor((elapsedMs * tokensPerSecond) / 1000) + 1
    if (dueMs > next) {
      if (!stream.write(chunks.slice(next, dueMs).join(''))) await once(stream, 'drain', { signal })
      next = Math.min(dueMs, chunks.length)
    } else {
      await wait(Math.max(MIN_TICK_MS, (next * 1000) / tokensPerSecond - elapsedMs), signal)
    }
  }
}
