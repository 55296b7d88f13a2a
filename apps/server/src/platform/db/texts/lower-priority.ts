import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Of a busy processor half of what other threads get, of an idle one all. Searches run here too: with less they would wait for any program. */
const NICENESS = 3

/** Words can wait: whoever stores spans or streams goes first. Linux alone has threads with priorities of their own. */
export function lowerPriority(): void {
  try {
    const thread = readlinkSync('/proc/thread-self').split('/').at(-1)
    setPriority(Number(thread), NICENESS)
  } catch {
    // It goes on as one among equals.
  }
}
