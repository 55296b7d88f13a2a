import { rawBatch } from '../../lib/raw-spans.ts'
import type { RawStore } from '../../peers/raw-store.ts'
import { BATCH, WEEK_MS } from './load.ts'

/** Making the rows does not count. */
export async function loadRaw(raw: RawStore, spans: number): Promise<number> {
  let seconds = 0
  for (let sent = 0; sent < spans; sent += BATCH) {
    const batch = rawBatch(BATCH, WEEK_MS)
    seconds += await secondsOf(() => raw.insert(batch))
  }
  return seconds
}

export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
