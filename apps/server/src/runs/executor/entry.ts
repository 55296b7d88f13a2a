import type { Batch } from '../../platform/db/atomic.ts'
import type { Insertion } from '../start/insertion.ts'

/** How a run's row comes to be stored, without which nothing else of it is. */
export type Entry = {
  /** It is on its way, or there. */
  readonly hasBegun: boolean
  /** Resolves when it is there, and asks nobody to bring it. */
  readonly isThere: Promise<void>
  /** Asks for it too. */
  there(): Promise<void>
  /** Where that has not begun: together with all that the run came to. A run of which that fails has never been. */
  storeWith<T>(transaction: (first: Batch) => Promise<T>): Promise<T>
}

/** Of a run that was claimed. */
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

/** A run that is refused, cannot be stored or took its thread for new has never been. */
async function letIn({ done }: Insertion, isNewThread: boolean, forget: () => void): Promise<void> {
  try {
    const inserted = await done
    if (inserted.type !== 'inserted') throw new Error(`The run was not let in: ${inserted.type}`)
    if (inserted.isNewThread !== isNewThread) throw new Error('The run began as another')
  } catch (error) {
    forget()
    throw error
  }
}
