import { collectGarbage } from './free-memory.ts'

const CHECK_INTERVAL_MS = 5_000
/** CPU time per interval below which the process is idle. */
const IDLE_MICROS = 50_000
/** CPU time since the last release below which a collection frees too little. */
const MIN_WORK_MICROS = 500_000

/** Collects garbage once after each busy period. `release` frees memory outside this heap. */
export function releaseWhenIdle(release: () => void): void {
  let releasedAt = cpuMicros()
  let before = releasedAt
  const checkIdle = () => {
    const now = cpuMicros()
    const isIdle = now - before < IDLE_MICROS
    before = now
    if (!isIdle || now - releasedAt < MIN_WORK_MICROS) return
    collectGarbage()
    release()
    releasedAt = cpuMicros()
  }
  setInterval(checkIdle, CHECK_INTERVAL_MS).unref()
}

/** CPU time of all threads. */
function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
