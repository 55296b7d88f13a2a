import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Writable } from 'node:stream'

export type Pace = {
  firstTokenMs: number
  /** Infinity writes as fast as the reader takes it. */
  tokensPerSecond: number
}

const BATCH = 64
const SHORTEST_TICK_MS = 4

export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return ms > 0 ? delay(ms, undefined, { signal }) : Promise.resolve()
}

/** How long a whole answer takes when it is not streamed. */
export function durationOf(pace: Pace, tokens: number): number {
  return pace.firstTokenMs + (tokens / pace.tokensPerSecond) * 1000
}

async function write(out: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (!out.write(text)) await once(out, 'drain', { signal })
}

/** Writes each chunk when its token would be ready; rejects when the reader leaves. */
export async function writePaced(
  out: Writable,
  chunks: readonly string[],
  pace: Pace,
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now()
  for (let next = 0; next < chunks.length;) {
    signal.throwIfAborted()
    const elapsedMs = performance.now() - started
    const due =
      pace.tokensPerSecond === Number.POSITIVE_INFINITY
        ? next + BATCH
        : Math.floor((elapsedMs * pace.tokensPerSecond) / 1000) + 1
    if (due > next) {
      await write(out, chunks.slice(next, due).join(''), signal)
      next = Math.min(due, chunks.length)
      continue
    }
    const dueMs = (next * 1000) / pace.tokensPerSecond
    await wait(Math.max(SHORTEST_TICK_MS, dueMs - elapsedMs), signal)
  }
}
