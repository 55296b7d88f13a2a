import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Half of the CPU share of other threads. Searches run in this thread too, so the priority is not lower. */
const NICENESS = 3

/** Lowers the priority of this thread below ingest and streams. Only Linux supports priorities of threads. */
export function lowerPriority(): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)
    setPriority(Number(thread), NICENESS)
  } catch {
    // Without permission, the thread keeps its priority.
  }
}
