import type { Db } from '../../platform/db/db.ts'
import { KeyedLocks } from '../../platform/db/keyed-locks.ts'

/** On Postgres each holds a connection while it waits, and the work needs others of the same pool. */
const PLACES = 4
const places = new KeyedLocks()
const placeOf = (id: string) => `${(id.codePointAt(id.length - 1) ?? 0) % PLACES}`

/** Whoever starts or stops a comparison finds it as the one before left it, in any process. */
export const oneAtATime = <T>(db: Db, comparisonId: string, work: () => Promise<T>): Promise<T> =>
  places.hold([placeOf(comparisonId)], () =>
    db.portable.exclusively([`comparison/${comparisonId}`], work),
  )
