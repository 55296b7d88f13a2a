import { rawBatch } from '../../lib/raw-spans.ts'
import type { RawStore } from '../../peers/raw-store.ts'
import { BATCH, WEEK_MS } from './load.ts'

/** Loads traces of a week or of the given time. Creating the rows is not timed. */
export async function loadRaw(raw: RawStore, spans: number, agoMs = WEEK_MS): Promise<number> {
  let seconds = 0
  for (let sent = 0; sent < spans; sent += BATCH) {
    const batch = rawBatch(BATCH, agoMs)
    seconds += await secondsOf(() => raw.insert(batch))
  }
  return seconds
}

export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1_000
}
