import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log.ts'

type LoopOptions = {
  name: string
  log: Pick<Log, 'error'>
  /** Returns the milliseconds to wait before the next round, unless woken. */
  round: (signal: AbortSignal) => Promise<number>
}

export type Loop = {
  start: () => void
  /** Starts the next round at once. */
  wake: () => void
  drain: () => Promise<void>
}

/** Delay after a failed round. */
const RETRY_MS = 2_000

/** Repeats `round` until drained. */
export function createLoop({ name, log, round }: LoopOptions): Loop {
  const abort = new AbortController()
  let wakeUp = new AbortController()
  let running: Promise<void> = Promise.resolve()

  const loop = async () => {
    while (!abort.signal.aborted) {
      if (wakeUp.signal.aborted) wakeUp = new AbortController()
      const signal = AbortSignal.any([abort.signal, wakeUp.signal])
      const restMs = await round(abort.signal).catch((error: unknown) => {
        log.error({ err: error }, `${name} failed`)
        return RETRY_MS
      })
      await wait(restMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return {
    start: () => {
      running = loop()
    },
    wake: () => wakeUp.abort(),
    drain: async () => {
      abort.abort()
      await running
    },
  }
}
