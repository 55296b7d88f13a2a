import { collectGarbage } from './collect-garbage.ts'

const LOOK_EVERY_MS = 5_000
/** CPU time per interval below which the process is idle. */
const REST_MICROS = 50_000
/** CPU time since the last release below which a collection frees too little. */
const WORK_MICROS = 500_000

/** Collects garbage once after each busy period. `release` frees memory outside this heap. */
export function releaseWhenIdle(release: () => void): void {
  let released = cpuMicros()
  let before = released
  const look = () => {
    const now = cpuMicros()
    const isResting = now - before < REST_MICROS
    before = now
    if (!isResting || now - released < WORK_MICROS) return
    collectGarbage()
    release()
    released = cpuMicros()
  }
  setInterval(look, LOOK_EVERY_MS).unref()
}

/** CPU time of all threads. */
function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
