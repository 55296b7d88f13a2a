import { setTimeout as wait } from 'node:timers/promises'

export type SuperstepGate = {
  /** The superstep's event has been given out. */
  open(step: number): void
  /** Resolves when the step has been opened. */
  passed(step: number): Promise<void> | undefined
  /** Lets everybody through: nothing more will be opened. */
  close(): void
}

/**
 * LangGraph starts the next nodes before its stream has told of the step before. Nodes wait here, so that
 * the state a superstep left is always seen before what the next one does.
 */
export function createSuperstepGate(): SuperstepGate {
  let reachedStep = Number.NEGATIVE_INFINITY
  let waiting: { step: number; resolve: () => void }[] = []

  const release = () => {
    const free = waiting.filter(({ step }) => step <= reachedStep)
    waiting = waiting.filter(({ step }) => step > reachedStep)
    for (const { resolve } of free) resolve()
  }

  return {
    open(step) {
      reachedStep = Math.max(reachedStep, step)
      release()
    },
    passed: (step) =>
      step <= reachedStep
        ? undefined
        : new Promise((resolve) => {
            waiting.push({ step, resolve })
          }),
    close() {
      reachedStep = Number.POSITIVE_INFINITY
      release()
    },
  }
}

/** Work that must have ended before a run is called ended. */
export type Unwinding = {
  during<T>(work: Promise<T>): Promise<T>
  /** All of it, or as much as ends in time. */
  settled(withinMs: number): Promise<void>
}

export function createUnwinding(): Unwinding {
  const open = new Set<Promise<unknown>>()
  return {
    during(work) {
      open.add(work)
      const done = () => open.delete(work)
      work.then(done, done)
      return work
    },
    async settled(withinMs) {
      if (open.size === 0) return
      const patience = new AbortController()
      await Promise.race([
        Promise.allSettled(open),
        wait(withinMs, undefined, { signal: patience.signal }).catch(() => undefined),
      ])
      patience.abort()
    },
  }
}

/**
 * Where everything comes from a tape nothing takes time, and a node that fails would cut off neighbours that
 * had the time to do more. So it fails when all others have ended or stand where their recording was cut off.
 */
export type FailOrder = {
  started(task: string): void
  ended(task: string): void
  /** Until it is time to fail. */
  failing(task: string, signal?: AbortSignal): Promise<void>
  /** Where the recording of a call was cut off: until that happens, or nobody is left who could do it. */
  cutOff(task: string, signal?: AbortSignal): Promise<void>
}

/** For what LangGraph does after a node has failed: another try, its error way, the end of the rest. */
const GRACE_MS = 50

export function createFailOrder(): FailOrder {
  const running = new Set<string>()
  const failing = new Set<() => void>()
  const cutOff = new Set<() => void>()

  const release = (waiting: Set<() => void>) => {
    const all = [...waiting]
    waiting.clear()
    for (const resolve of all) resolve()
  }
  const releaseIfIdle = async () => {
    if (running.size > 0) return
    if (failing.size > 0) return release(failing)
    if (cutOff.size === 0) return
    await wait(GRACE_MS)
    if (running.size === 0 && failing.size === 0) release(cutOff)
  }
  const waitFor = async (waiting: Set<() => void>, task: string, signal?: AbortSignal) => {
    if (signal?.aborted) return
    running.delete(task)
    await new Promise<void>((resolve) => {
      waiting.add(resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
      void releaseIfIdle()
    })
    running.add(task)
  }

  return {
    started: (task) => void running.add(task),
    ended(task) {
      running.delete(task)
      void releaseIfIdle()
    },
    failing: (task, signal) => waitFor(failing, task, signal),
    cutOff: (task, signal) => waitFor(cutOff, task, signal),
  }
}
