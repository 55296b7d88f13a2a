import type { Log } from '../log.ts'

const HOUR_MS = 3_600_000
const FIRST_MS = 60_000

type HourlyJob = (signal: AbortSignal) => Promise<void>

/** Runs the tasks one after another: soon after startup and then every hour. */
export function startHourly(log: Pick<Log, 'error'>, jobs: Readonly<Record<string, HourlyJob>>) {
  const abort = new AbortController()
  let running = Promise.resolve()
  const all = async () => {
    for (const [name, job] of Object.entries(jobs)) {
      if (abort.signal.aborted) return
      await job(abort.signal).catch((error: unknown) => log.error({ err: error }, `${name} failed`))
    }
  }
  const start = () => {
    running = running.then(all)
  }
  const first = setTimeout(start, FIRST_MS).unref()
  const hourly = setInterval(start, HOUR_MS).unref()
  return {
    async drain() {
      abort.abort()
      clearTimeout(first)
      clearInterval(hourly)
      await running
    },
  }
}
