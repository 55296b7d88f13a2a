import type { Db } from '../../platform/db/db.ts'
import { KeyedLocks } from '../../platform/db/keyed-locks.ts'

/** On Postgres each lock holds a connection while the work needs others of the same pool. */
const PLACES = 4
const places = new KeyedLocks()
const placeOf = (id: string) => `${(id.codePointAt(id.length - 1) ?? 0) % PLACES}`

/** Serializes starts and stops of a comparison across all processes. */
export const oneAtATime = <T>(db: Db, comparisonId: string, work: () => Promise<T>): Promise<T> =>
  places.hold([placeOf(comparisonId)], () =>
    db.portable.exclusively([`comparison/${comparisonId}`], work),
  )
