import type { RunSink } from '../../record/recorder.ts'

export type SaveQueue = {
  /**
   * Adds a save that runs after everything recorded so far is stored. `atOnce` forces that storage.
   */
  add(namespace: string, isImmediate: boolean, save: () => Promise<unknown>): void
  /** Whether anything was added for this namespace. */
  hasSaves(namespace: string): boolean
  /**
   * Await before a paid call. Saves the run and its previous steps, so that a crash does not repeat
   * them. Rejects if saving failed.
   */
  beforeSpending(): Promise<void>
  /** Await before a side effect. A crash then resumes at this task, which knows its calls. */
  beforeWriting(): Promise<void>
  /** Resolves when this namespace is saved. */
  saved(namespace: string): Promise<void>
  /**
   * Resolves when everything is saved, or will be together with the end of the run. Rejects if
   * saving failed.
   */
  done(): Promise<void>
}

/**
 * Saves checkpoints in the background, because LangGraph waits for each one. They are saved in
 * order, unless the saver stores them with the run's records: then each is passed on at once.
 */
export function saveQueue(sink: RunSink, isTogether: boolean): SaveQueue {
  const waiting = new Map<string, number>()
  let recorded: Promise<unknown> = Promise.resolve()
  let all: Promise<unknown> = Promise.resolve()
  let hasSpent = false
  let open = 0
  let failure: { reason: unknown } | null = null

  const afterRecord = (save: () => Promise<unknown>, isImmediate: boolean) => {
    recorded = Promise.all([recorded, sink.flushed(isImmediate)])
    return Promise.all([recorded, all]).then(save)
  }

  return {
    hasSaves: (namespace) => waiting.has(namespace),
    add(namespace, isImmediate, save) {
      hasSpent ||= isImmediate
      open++
      waiting.set(namespace, (waiting.get(namespace) ?? 0) + 1)
      const saving = isTogether ? save() : afterRecord(save, isImmediate)
      all = Promise.all([all, saving])
      const onDone = () => {
        open--
        waiting.set(namespace, (waiting.get(namespace) ?? 1) - 1)
      }
      saving.then(onDone, onDone)
      all.catch((reason: unknown) => {
        failure ??= { reason }
      })
    },
    async beforeSpending() {
      await sink.stored?.()
      if (!hasSpent) return
      if (open > 0) await sink.flushed(true)
      await all
    },
    async beforeWriting() {
      await sink.stored?.()
      hasSpent = true
      if (open > 0) await sink.flushed(true)
      await all
    },
    async saved(namespace) {
      if (!waiting.get(namespace)) return
      await sink.flushed(true)
      await all
    },
    async done() {
      if (isTogether && failure) throw failure.reason
      if (isTogether) return
      await sink.flushed(true)
      await all
    },
  }
}
