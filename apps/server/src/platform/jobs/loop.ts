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
const AGAIN_MS = 2_000

/** Repeats `round` until drained. */
export function createLoop({ name, log, round }: LoopOptions): Loop {
  const stop = new AbortController()
  let wakeUp = new AbortController()
  let looping: Promise<void> = Promise.resolve()

  const loop = async () => {
    while (!stop.signal.aborted) {
      if (wakeUp.signal.aborted) wakeUp = new AbortController()
      const signal = AbortSignal.any([stop.signal, wakeUp.signal])
      const restMs = await round(stop.signal).catch((error: unknown) => {
        log.error({ err: error }, `${name} failed`)
        return AGAIN_MS
      })
      await wait(restMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  return {
    start: () => {
      looping = loop()
    },
    wake: () => wakeUp.abort(),
    drain: async () => {
      stop.abort()
      await looping
    },
  }
}
