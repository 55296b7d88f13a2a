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

/** A run to insert, with its initial status. */
export type Insertion = {
  row: RunRow
  executed: Executed
  /** Execution may start before the row is stored: the thread is most likely free. */
  isFirst: boolean
  /** Whether the insert was sent, is stored or was refused. */
  readonly hasBegun: boolean
  /** Inserts the run with its thread and document, unless that has started. */
  store(): Promise<Inserted>
  /**
   * For a run that is first on its thread: inserts it together with `transaction`. If that fails,
   * inserts the run alone.
   */
  storeWith<T>(transaction: (first: Batch) => Promise<T>): Promise<T>
  /** The outcome, once the insert has started. */
  readonly done: Promise<Inserted>
}

/**
 * Prepares the insert of a pending run, or of a running one under a lease, together with `also`.
 */
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
