import { collectGarbage } from './collect-garbage.ts'

const LOOK_EVERY_MS = 5_000
/** Of the processor, in that time: a timer here and there is rest. */
const REST_MICROS = 50_000
/** Since the last time: less leaves nothing worth a collection. */
const WORK_MICROS = 500_000

/** Once after each time of work the memory that it took is handed back, `release` for what is not on this heap. */
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

/** Of all threads. */
function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
