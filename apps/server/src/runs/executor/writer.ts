import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { Batch } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { insertBlocks } from '../../platform/db/value-blocks/blocks.store.ts'
import { isRunLost, whileHeld } from '../../platform/db/run-hold.ts'
import { appendSpans } from '../../traces/store/append-spans.ts'
import { exchangeBatch } from '../../traces/store/exchanges.ts'
import { insertEvents, toEventsRow } from '../api/run-events.store.ts'
import type { Log } from '../../platform/log.ts'
import { createByteSemaphore } from './byte-semaphore.ts'
import type { Recording, Unsaved } from './recording.ts'

/** Longest time until recorded data is stored. */
const FLUSH_MS = 50
/** Recorded bytes of all runs that are written at once; further writes wait. */
const BYTES_AT_ONCE = 1024 * 1024
/** Serializing more than this at once would delay other work noticeably. */
const YIELD_FROM = 256 * 1024
const MAX_ATTEMPTS = 3
const RETRY_MS = 200

export type Writer = {
  onChanged(recording: Recording): void
  /** Requests storing, because a reader waits. */
  requestWrite(recording: Recording): void
  /**
   * Resolves when everything recorded so far is stored: at once, or with the next periodic flush.
   */
  requestStore(recording: Recording, atOnce: boolean): Promise<void>
  /** Waits for running writes. Rejects if recorded data could not be stored. */
  requireStored(recording: Recording): Promise<void>
  /**
   * Stores the rest of a recording together with `last`. Returns the rows of `last`, or null if
   * another process has the run.
   */
  finish(recording: Recording, finalWrites: Batch): Promise<unknown[][] | null>
  /** Stores everything that is recorded. */
  flush(): Promise<void>
}

type WriterOptions = {
  db: Db
  log: Log
  /** Called when new events of the run are stored. */
  onStored: (runId: string) => void
}

/** The storing state of one recording. Its writes are sequential, so events keep their order. */
type Progress = {
  writing: Promise<void>
  next: Promise<void> | null
  /** Resolves with the next write. */
  stored: PromiseWithResolvers<void>
  /** Whether the run's row is stored. */
  isRowStored: boolean
  hasFailed: boolean
}

/** Creates the writer that stores recorded data periodically, or at once if a reader waits. */
export function createWriter({ db, log, onStored }: WriterOptions): Writer {
  const dirty = new Set<Recording>()
  const requestWrite = new Set<Recording>()
  const progressByRecording = new WeakMap<Recording, Progress>()
  const room = createByteSemaphore(BYTES_AT_ONCE)
  let timer: NodeJS.Timeout | null = null

  const getProgress = (recording: Recording): Progress => {
    const knownProgress = progressByRecording.get(recording)
    if (knownProgress) return knownProgress
    const stored = Promise.withResolvers<void>()
    const newProgress: Progress = {
      writing: Promise.resolve(),
      next: null,
      stored,
      isRowStored: false,
      hasFailed: false,
    }
    const onRowStored = () => {
      newProgress.isRowStored = true
      if (dirty.has(recording)) flushSoon()
    }
    newProgress.writing = recording.row.stored.then(onRowStored, onRowStored)
    progressByRecording.set(recording, newProgress)
    return newProgress
  }
  const store = (recording: Recording): Promise<void> => {
    void recording.row.store()
    const progress = getProgress(recording)
    progress.next ??= progress.writing.then(async () => {
      const release = await room.take(recording.unsavedBytes)
      progress.next = null
      await persist(recording, progress).finally(release)
    })
    progress.writing = progress.next
    return progress.next
  }
  const persist = async (recording: Recording, progress: Progress) => {
    const { resolve } = progress.stored
    progress.stored = Promise.withResolvers()
    dirty.delete(recording)
    const unsaved = recording.take()
    try {
      await withRetries(() => save(recording, unsaved, []))
      unsaved.stored.resolve()
    } catch (error) {
      unsaved.stored.reject(error)
      if (isRunLost(error)) return recording.forget()
      recording.refuse(error)
      progress.hasFailed = true
      log.error({ err: error }, 'storing recorded data of a run failed')
    } finally {
      resolve()
    }
  }
  /**
   * Stores spans, exchanges, events, checkpoints and the row of a run in one transaction, so that
   * they are consistent.
   */
  const save = async (
    recording: Recording,
    unsaved: Unsaved,
    finalWrites: Batch,
    rowInserts: Batch = [],
  ) => {
    const { workspaceId, context, log } = recording
    const each = whileHeld(db, recording.hold)
    const exchanges = await exchangeBatch(db, workspaceId, unsaved.exchanges)
    const batches = await Promise.all(unsaved.batches)
    if (unsaved.bytes > YIELD_FROM) await nextTurn()
    const events = eventWrites(db, recording, unsaved)
    // By now the buffer has all blocks that these rows refer to, or earlier writes stored them. A retry reuses the blocks.
    unsaved.blocks ??= recording.blocks.take()
    const place = { workspaceId, threadId: recording.threadId }
    const blocks = insertBlocks(db, place, unsaved.blocks)
    if (unsaved.bytes > YIELD_FROM) await nextTurn()
    const recordedWrites = [...exchanges, ...blocks, ...batches.flat(), ...events]
    const allWrites = [...rowInserts, ...recordedWrites, ...finalWrites]
    const results = await appendSpans(db, workspaceId, unsaved.spans, context, {
      lastQueries: allWrites,
      everyQueries: each,
    })
    if (unsaved.reserve !== null) log.markReserved(unsaved.reserve)
    const newest = unsaved.events.at(-1)
    if (newest) log.markStored(newest.seq)
    if (unsaved.events.length > 0) onStored(log.runId)
    return results.slice(results.length - finalWrites.length)
  }
  /** Groups all requests of one turn of the event loop. */
  const storeWanted = () => {
    const recordings = [...requestWrite]
    requestWrite.clear()
    for (const recording of recordings) if (dirty.has(recording)) void store(recording)
  }
  const flush = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    await Promise.all([...dirty].map(store))
  }
  const flushSoon = () => {
    timer ??= setTimeout(flushDue, FLUSH_MS)
  }
  /**
   * Skips recordings whose row is not inserted yet: they may be stored together with their outcome.
   */
  const flushDue = () => {
    timer = null
    for (const recording of dirty) if (getProgress(recording).isRowStored) void store(recording)
  }

  return {
    onChanged(recording) {
      dirty.add(recording)
      flushSoon()
    },
    requestWrite(recording) {
      if (requestWrite.size === 0) setImmediate(storeWanted)
      requestWrite.add(recording)
    },
    async requestStore(recording, atOnce) {
      const progress = getProgress(recording)
      if (!dirty.has(recording)) await progress.writing
      else await (atOnce ? store(recording) : progress.stored.promise)
      throwOnGap(progress)
      // Its checkpoints belong to another process now.
      if (recording.isForgotten) throw new Error('Another process has the run')
    },
    async requireStored(recording) {
      // Nothing can be stored before the run's row.
      if (recording.row.isPending()) return
      const progress = getProgress(recording)
      await progress.writing
      throwOnGap(progress)
    },
    async finish(recording, finalWrites) {
      const { row } = recording
      const takeRoom = () => room.take(recording.unsavedBytes)
      const canStoreWhole = () => row.isPending() && recording.isSmall
      let release = canStoreWhole() ? await takeRoom() : null
      const isWhole = release !== null && canStoreWhole()
      if (!release || !isWhole) {
        release?.()
        void row.store()
        await getProgress(recording).writing
        release = await takeRoom()
      }
      dirty.delete(recording)
      const unsaved = recording.take()
      try {
        const results = await (isWhole
          ? row.storeWithOutcome((rowInserts) => save(recording, unsaved, finalWrites, rowInserts))
          : withRetries(() => save(recording, unsaved, finalWrites)))
        unsaved.stored.resolve()
        return results.map(({ rows }) => rows)
      } catch (error) {
        unsaved.stored.reject(error)
        if (isWhole || isRunLost(error)) return null
        throw error
      } finally {
        release()
      }
    },
    flush,
  }
}

function throwOnGap({ hasFailed }: Progress): void {
  if (hasFailed) throw new Error('Recorded data of the run could not be stored')
}

function eventWrites(db: Db, { log, blocks }: Recording, { events, reserve }: Unsaved): Batch {
  const { runId } = log
  const rows = events.length > 0 ? [toEventsRow({ runId, events }, blocks)] : []
  const reserveWrites =
    reserve === null
      ? []
      : [
          db
            .updateTable('runs')
            .set({ seq_reserved: reserve })
            .where('id', '=', runId)
            .where('status', '=', 'running'),
        ]
  return [...insertEvents(db, rows), ...reserveWrites]
}

/** Retries after a lost connection. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || isRunLost(error)) throw error
      await wait(RETRY_MS * attempt)
    }
  }
}
