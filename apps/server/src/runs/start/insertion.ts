import type { Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { RunRow } from '../api/run-row.ts'
import { noCheckpoint } from './start-run.inserts.ts'
import {
  batchOf,
  type Executed,
  insert,
  type Inserted,
  type Lease,
  type NewRun,
  newRow,
} from './start-run.store.ts'

/** A run that is to be stored, and as what it will stand there. */
export type Insertion = {
  row: RunRow
  executed: Executed
  /** What it begins with need not wait until it is stored: most likely there is nothing on its thread. */
  isFirst: boolean
  /** It is on its way to the database, or there, or refused. */
  readonly hasBegun: boolean
  /** Stores it with its thread and its document, if that has not begun. */
  store(): Promise<Inserted>
  /**
   * Instead, for one that is held and the first on its thread: with more, in one transaction. If that fails,
   * the run is stored alone.
   */
  storeWith<T>(transaction: (first: Batch) => Promise<T>): Promise<T>
  /** What comes of it, once it has begun. */
  readonly done: Promise<Inserted>
}

/** Pending, or running under a lease, and `also` with it. */
export function beginInsert(
  db: Queries,
  workspaceId: string,
  run: NewRun,
  queueLimit: number,
  lease: Lease | null,
  also: Batch = [],
): Insertion {
  const row = newRow(workspaceId, run, lease)
  const { isFirst = run.threadId === run.id } = run
  const { promise: done, resolve } = Promise.withResolvers<Inserted>()
  let hasBegun = false
  const storeAlone = () => resolve(insert(db, row, run, queueLimit, also))

  return {
    row,
    executed: { document: run.graph.document, callees: run.callees, line: run.line },
    isFirst,
    done,
    get hasBegun() {
      return hasBegun
    },
    store() {
      if (!hasBegun) storeAlone()
      hasBegun = true
      return done
    },
    async storeWith(transaction) {
      hasBegun = true
      const first = [...batchOf(db, row, run, also), noCheckpoint.with(db, row)]
      try {
        const result = await transaction(first)
        resolve({ type: 'inserted', row, isNewThread: true, isOver: true })
        return result
      } catch (error) {
        storeAlone()
        throw error
      }
    },
  }
}

export const insertRun = (
  db: Queries,
  workspaceId: string,
  run: NewRun,
  queueLimit: number,
  lease: Lease | null = null,
): Promise<Inserted> => beginInsert(db, workspaceId, run, queueLimit, lease).store()
