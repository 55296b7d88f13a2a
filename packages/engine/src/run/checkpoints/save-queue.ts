import type { RunSink } from '../../record/recorder.ts'

export type SaveQueue = {
  /** Saves never before what was recorded is stored; `atOnce` does not wait for that to happen by itself. */
  add(namespace: string, atOnce: boolean, save: () => Promise<unknown>): void
  /** Whether anything of this namespace was ever added. */
  knows(namespace: string): boolean
  /**
   * Call before the run spends more: what it has spent so far is saved, so that no crash makes it spend that
   * again, and so is the run itself. Rejects when it could not be.
   */
  beforeSpending(): Promise<void>
  /** Call before the run changes the world: a crash leads back to this very task, which knows its calls. */
  beforeWriting(): Promise<void>
  /** Everything of this namespace is saved. */
  saved(namespace: string): Promise<void>
  /** Everything is saved, or will be together with the run's end; rejects when something could not be. */
  done(): Promise<void>
}

/**
 * Checkpoints are saved behind the run's back: LangGraph otherwise waits for each before it asks for the
 * next. They are saved in their order, one after the other, unless the saver stores them with what the run
 * records: then each is handed over at once.
 */
export function saveQueue(sink: RunSink, isTogether: boolean): SaveQueue {
  const waiting = new Map<string, number>()
  let ready: Promise<unknown> = Promise.resolve()
  let all: Promise<unknown> = Promise.resolve()
  let hasSpent = false
  let open = 0
  let failure: { reason: unknown } | null = null

  const afterRecord = (save: () => Promise<unknown>, atOnce: boolean) => {
    ready = Promise.all([ready, sink.flushed(atOnce)])
    return Promise.all([ready, all]).then(save)
  }

  return {
    knows: (namespace) => waiting.has(namespace),
    add(namespace, atOnce, save) {
      hasSpent ||= atOnce
      open++
      waiting.set(namespace, (waiting.get(namespace) ?? 0) + 1)
      const saving = isTogether ? save() : afterRecord(save, atOnce)
      all = Promise.all([all, saving])
      const settled = () => {
        open--
        waiting.set(namespace, (waiting.get(namespace) ?? 1) - 1)
      }
      saving.then(settled, settled)
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
