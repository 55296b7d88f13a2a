import type { Log } from '../log.ts'

const HOUR_MS = 3_600_000
const FIRST_MS = 60_000

type Work = (signal: AbortSignal) => Promise<void>

/** Runs the tasks one after another: soon after startup and then every hour. */
export function startHourly(log: Pick<Log, 'error'>, works: Readonly<Record<string, Work>>) {
  const stop = new AbortController()
  let working = Promise.resolve()
  const all = async () => {
    for (const [name, work] of Object.entries(works)) {
      if (stop.signal.aborted) return
      await work(stop.signal).catch((error: unknown) => log.error({ err: error }, `${name} failed`))
    }
  }
  const start = () => {
    working = working.then(all)
  }
  const first = setTimeout(start, FIRST_MS).unref()
  const hourly = setInterval(start, HOUR_MS).unref()
  return {
    async drain() {
      stop.abort()
      clearTimeout(first)
      clearInterval(hourly)
      await working
    },
  }
}
