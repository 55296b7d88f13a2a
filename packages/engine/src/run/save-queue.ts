import type { RunSink } from '../record/sink.ts'

export type SaveQueue = {
  /** Saves once what was recorded before is stored; `atOnce` does not wait for that to happen by itself. */
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
  /** Everything is saved; rejects when something could not be. */
  done(): Promise<void>
}

/**
 * Checkpoints are saved behind the run's back: LangGraph otherwise waits for each before it asks for the
 * next. They are saved in their order, one after the other unless the saver itself keeps the order in which
 * it is asked.
 */
export function saveQueue(sink: RunSink, keepsOrder: boolean): SaveQueue {
  const waiting = new Map<string, number>()
  let ready: Promise<unknown> = Promise.resolve()
  let all: Promise<unknown> = Promise.resolve()
  let hasSpent = false
  let open = 0

  return {
    knows: (namespace) => waiting.has(namespace),
    add(namespace, atOnce, save) {
      hasSpent ||= atOnce
      open++
      waiting.set(namespace, (waiting.get(namespace) ?? 0) + 1)
      ready = Promise.all([ready, sink.ordered(atOnce)])
      const saving = (keepsOrder ? ready : Promise.all([ready, all])).then(save)
      all = Promise.all([all, saving])
      const settled = () => {
        open--
        waiting.set(namespace, (waiting.get(namespace) ?? 1) - 1)
      }
      saving.then(settled, settled)
      all.catch(() => undefined)
    },
    async beforeSpending() {
      await sink.isThere
      if (!hasSpent) return
      if (open > 0) await sink.ordered(true)
      await all
    },
    async beforeWriting() {
      await sink.isThere
      hasSpent = true
      if (open > 0) await sink.ordered(true)
      await all
    },
    async saved(namespace) {
      if (!waiting.get(namespace)) return
      await sink.ordered(true)
      await all
    },
    async done() {
      await all
    },
  }
}
