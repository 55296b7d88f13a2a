import { sendBatch, traceBatch, type TraceBatch } from '../../lib/langsmith-batches.ts'

export const BATCH = 200
export const WEEK_MS = 7 * 24 * 3_600_000

/** Until memory that was only needed for loading is released. */
export const REST_MS = 20_000

const SENDERS = 4
/** Batches created before the clock starts. */
const PREPARED = 100

export type Load = { spans: number; seconds: number; latencies: number[] }

const batchesOf = (spans: number, agoMs: number): TraceBatch[] =>
  Array.from({ length: Math.ceil(spans / BATCH) }, () => traceBatch(BATCH, agoMs))

/** Loads traces as fast as they are acknowledged. Creating the batches is not timed. */
export async function loadAtOnce(url: string, spans: number, agoMs = WEEK_MS): Promise<Load> {
  const load: Load = { spans: 0, seconds: 0, latencies: [] }
  while (load.spans < spans) {
    const batches = batchesOf(Math.min(spans - load.spans, PREPARED * BATCH), agoMs)
    load.spans += batches.length * BATCH
    const began = performance.now()
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (let batch = batches.pop(); batch; batch = batches.pop())
          load.latencies.push(await timed(url, batch))
      }),
    )
    load.seconds += (performance.now() - began) / 1_000
  }
  return load
}

/**
 * Sends current traces at a fixed rate, each batch on schedule, whether or not the previous one was
 * acknowledged. Latency counts from the scheduled time, so that a late sender does not hide delays.
 */
export function pacedLoad(perSecond: number, seconds: number) {
  const batches = batchesOf(perSecond * seconds, 0)
  const apart = (BATCH * 1_000) / perSecond
  return async (url: string): Promise<Load> => {
    const began = performance.now()
    const latencies = await Promise.all(
      batches.map(async (batch, index) => {
        const due = began + index * apart
        await sleep(due - performance.now())
        await sendBatch(url, batch)
        return performance.now() - due
      }),
    )
    const spans = batches.length * BATCH
    return { spans, seconds: (performance.now() - began) / 1_000, latencies }
  }
}

async function timed(url: string, batch: TraceBatch): Promise<number> {
  const before = performance.now()
  await sendBatch(url, batch)
  return performance.now() - before
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
