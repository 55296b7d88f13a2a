import { setTimeout as wait } from 'node:timers/promises'

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

export function failOrder(): FailOrder {
  const running = new Set<string>()
  const failing = new Set<() => void>()
  const cutOff = new Set<() => void>()

  const release = (waiting: Set<() => void>) => {
    const all = [...waiting]
    waiting.clear()
    for (const resolve of all) resolve()
  }
  const look = async () => {
    if (running.size > 0) return
    if (failing.size > 0) return release(failing)
    if (cutOff.size === 0) return
    await wait(GRACE_MS)
    if (running.size === 0 && failing.size === 0) release(cutOff)
  }
  const until = async (waiting: Set<() => void>, task: string, signal?: AbortSignal) => {
    if (signal?.aborted) return
    running.delete(task)
    await new Promise<void>((resolve) => {
      waiting.add(resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
      void look()
    })
    running.add(task)
  }

  return {
    started: (task) => void running.add(task),
    ended(task) {
      running.delete(task)
      void look()
    },
    failing: (task, signal) => until(failing, task, signal),
    cutOff: (task, signal) => until(cutOff, task, signal),
  }
}
