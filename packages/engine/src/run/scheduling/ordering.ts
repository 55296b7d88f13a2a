import { setTimeout as wait } from 'node:timers/promises'

export type SuperstepGate = {
  /** Called after the superstep's event was emitted. */
  open(step: number): void
  /** Resolves when the step is open. */
  waitUntilOpen(step: number): Promise<void> | undefined
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
    const opened = waiting.filter(({ step }) => step <= reachedStep)
    waiting = waiting.filter(({ step }) => step > reachedStep)
    for (const { resolve } of opened) resolve()
  }

  return {
    open(step) {
      reachedStep = Math.max(reachedStep, step)
      release()
    },
    waitUntilOpen: (step) =>
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
export type PendingWork = {
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when all work has ended, or after the time limit. */
  waitForAll(withinMs: number): Promise<void>
}

/** Creates the set of work that must end before its run does. */
export function createPendingWork(): PendingWork {
  const open = new Set<Promise<unknown>>()
  return {
    track(work) {
      open.add(work)
      const done = () => open.delete(work)
      work.then(done, done)
      return work
    },
    async waitForAll(withinMs) {
      if (open.size === 0) return
      const timeout = new AbortController()
      await Promise.race([
        Promise.allSettled(open),
        wait(withinMs, undefined, { signal: timeout.signal }).catch(() => undefined),
      ])
      timeout.abort()
    },
  }
}

/**
 * Orders failures in replays without live calls. There, calls take no time, so a failing node would
 * cut off siblings that had time to do more. It fails only after all other nodes have ended or
 * reached the point where their recording was cut off.
 */
export type FailOrder = {
  nodeStarted(task: string): void
  nodeEnded(task: string): void
  /** Resolves when the node may fail. */
  waitToFail(task: string, signal?: AbortSignal): Promise<void>
  /** Resolves when the event that cut off the recording happens, or no node is left to cause it. */
  waitForCutOff(task: string, signal?: AbortSignal): Promise<void>
}

/** Time for what LangGraph does after a failure: retry, error branch, cancelling the rest. */
const RECOVERY_MS = 50

/** Creates the order of failures for a replay without live calls. */
export function createFailOrder(): FailOrder {
  const running = new Set<string>()
  const waitToFail = new Set<() => void>()
  const waitForCutOff = new Set<() => void>()

  const release = (waiting: Set<() => void>) => {
    const all = [...waiting]
    waiting.clear()
    for (const resolve of all) resolve()
  }
  const releaseIfIdle = async () => {
    if (running.size > 0) return
    if (waitToFail.size > 0) return release(waitToFail)
    if (waitForCutOff.size === 0) return
    await wait(RECOVERY_MS)
    if (running.size === 0 && waitToFail.size === 0) release(waitForCutOff)
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
    nodeStarted: (task) => void running.add(task),
    nodeEnded(task) {
      running.delete(task)
      void releaseIfIdle()
    },
    waitToFail: (task, signal) => waitFor(waitToFail, task, signal),
    waitForCutOff: (task, signal) => waitFor(waitForCutOff, task, signal),
  }
}
