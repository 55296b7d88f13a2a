import { setTimeout as wait } from 'node:timers/promises'

export type SuperstepGate = {
  /** Called after the superstep's event was emitted. */
  open(step: number): void
  /** Resolves when the step is open. */
  passed(step: number): Promise<void> | undefined
  /** Opens all steps. */
  close(): void
}

/**
 * LangGraph starts the next nodes before it reports the previous superstep. Nodes wait here, so
 * that readers see a state before the events that follow it.
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

/** Work that must end before its run does. */
export type Unwinding = {
  during<T>(work: Promise<T>): Promise<T>
  /** Resolves when all work has ended, or after the time limit. */
  settled(withinMs: number): Promise<void>
}

/** Creates the set of work that must end before its run does. */
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
 * Orders failures in replays without live calls. There, calls take no time, so a failing node would
 * cut off siblings that had time to do more. It fails only after all other nodes have ended or
 * reached the point where their recording was cut off.
 */
export type FailOrder = {
  started(task: string): void
  ended(task: string): void
  /** Resolves when the node may fail. */
  failing(task: string, signal?: AbortSignal): Promise<void>
  /** Resolves when the event that cut off the recording happens, or no node is left to cause it. */
  cutOff(task: string, signal?: AbortSignal): Promise<void>
}

/** Time for what LangGraph does after a failure: retry, error branch, cancelling the rest. */
const GRACE_MS = 50

/** Creates the order of failures for a replay without live calls. */
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
