import { setTimeout as wait } from 'node:timers/promises'
import { atomic, type Batch } from '../db/atomic.ts'
import type { Db } from '../db/db.ts'
import { rowInserter } from '../db/insert-rows.ts'
import { toEventsRow } from '../features/runs/run-events.store.ts'
import type { Log } from '../log.ts'
import type { Recording, Unsaved } from './recording.ts'
import { saveTraces } from './save-traces.ts'

/** Longest time that something recorded is not yet stored. */
const FLUSH_MS = 50
const TRIES = 3
const RETRY_MS = 200

export type Writer = {
  changed(recording: Recording): void
  /** Resolves when all that was recorded so far is stored; without `atOnce`, by the next regular flush. */
  ordered(recording: Recording, atOnce: boolean): Promise<void>
  /** Stores what is left of a recording, and with it `last`; gives the rows that `last` returned. */
  finish(recording: Recording, last: Batch): Promise<unknown[][]>
  /** Stores everything there is. */
  flush(): Promise<void>
}

type WriterOptions = {
  db: Db
  log: Log
  /** The run has new events in the database. */
  onStored: (runId: string) => void
}

type Taken = { recording: Recording; unsaved: Unsaved }

/** Writes for all runs of the process together: what waits at the same moment shares a transaction. */
export function createWriter({ db, log, onStored }: WriterOptions): Writer {
  const dirty = new Set<Recording>()
  const failed = new WeakSet<Recording>()
  let timer: NodeJS.Timeout | null = null
  /** One write after another: events of a run must be stored in their order. */
  let writing: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let regular = Promise.withResolvers<void>()

  const flush = (): Promise<void> => {
    next ??= writing.then(() => {
      next = null
      return persist(takeAll())
    })
    writing = next
    return next
  }
  const takeAll = (): Taken[] => {
    if (timer) clearTimeout(timer)
    timer = null
    const taken = [...dirty].map((recording) => ({ recording, unsaved: recording.take() }))
    dirty.clear()
    return taken
  }
  const persist = async (taken: Taken[]) => {
    const { resolve } = regular
    regular = Promise.withResolvers()
    try {
      await withRetries(() => save(taken, []))
    } catch (error) {
      for (const { recording } of taken) failed.add(recording)
      log.error({ err: error }, 'what runs recorded could not be stored')
    } finally {
      resolve()
    }
  }
  /** Spans first: whoever hears of the end of a run finds its trace complete. */
  const save = async (taken: Taken[], last: Batch) => {
    await saveTraces(db, taken)
    const results = await atomic(db, [...taken.flatMap((one) => eventsOf(db, one)), ...last])
    for (const { recording, unsaved } of taken) {
      if (unsaved.reserve !== null) recording.log.reserved(unsaved.reserve)
      if (unsaved.events.length > 0) onStored(recording.log.runId)
    }
    return results
  }

  return {
    changed(recording) {
      dirty.add(recording)
      timer ??= setTimeout(() => void flush(), FLUSH_MS)
    },
    async ordered(recording, atOnce) {
      if (dirty.has(recording)) await (atOnce ? flush() : regular.promise)
      else await writing
      if (failed.has(recording)) throw new Error('What the run recorded could not be stored')
    },
    async finish(recording, last) {
      await writing
      dirty.delete(recording)
      const taken = [{ recording, unsaved: recording.take() }]
      const results = await withRetries(() => save(taken, last))
      return results.slice(results.length - last.length).map(({ rows }) => rows)
    },
    flush,
  }
}

/** A try that was answered too late has stored them already. */
const insertEvents = rowInserter('run_events', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

function eventsOf(db: Db, { recording: { log }, unsaved: { events, reserve } }: Taken): Batch {
  const rows = events.length > 0 ? [toEventsRow({ runId: log.runId, events })] : []
  const reserving =
    reserve === null
      ? []
      : [
          db
            .updateTable('runs')
            .set({ seq_reserved: reserve })
            .where('id', '=', log.runId)
            .where('status', '=', 'running'),
        ]
  return [...insertEvents(db, rows), ...reserving]
}

/** A lost connection heals. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES) throw error
      await wait(RETRY_MS * attempt)
    }
  }
}
