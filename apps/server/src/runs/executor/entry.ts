import type { Batch } from '../../platform/db/atomic.ts'
import type { Insertion } from '../start/insertion.ts'

/** The storing of a run's row, which everything else of the run depends on. */
export type Entry = {
  /** Whether the insert was sent or is done. */
  readonly hasBegun: boolean
  /** Resolves when the row is stored. Does not request the insert. */
  readonly isThere: Promise<void>
  /** Requests the insert and waits for it. */
  there(): Promise<void>
  /**
   * Stores the row together with the run's whole outcome if its insert was not sent. If that fails,
   * the run never existed.
   */
  storeWith<T>(transaction: (first: Batch) => Promise<T>): Promise<T>
}

/** The entry of a run that was claimed, whose row exists. */
export const ENTERED: Entry = {
  hasBegun: true,
  isThere: Promise.resolve(),
  there: () => ENTERED.isThere,
  storeWith: (transaction) => transaction([]),
}

export function entryOf(insertion: Insertion, isNewThread: boolean, forget: () => void): Entry {
  const isThere = letIn(insertion, isNewThread, forget)
  isThere.catch(() => undefined)
  return {
    get hasBegun() {
      return insertion.hasBegun
    },
    isThere,
    there() {
      void insertion.store()
      return isThere
    },
    async storeWith(transaction) {
      try {
        return await insertion.storeWith(transaction)
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}

/** Waits for the insert. A run that was refused, or whose thread was not new, is dropped. */
async function letIn({ done }: Insertion, isNewThread: boolean, forget: () => void): Promise<void> {
  try {
    const inserted = await done
    if (inserted.type !== 'inserted') throw new Error(`The run was not inserted: ${inserted.type}`)
    if (inserted.isNewThread !== isNewThread) throw new Error('The run was inserted differently')
  } catch (error) {
    forget()
    throw error
  }
}
