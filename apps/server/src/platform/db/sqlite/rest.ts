import type { DatabaseSync } from 'node:sqlite'
import { collectGarbage } from '../../process/collect-garbage.ts'

/** The pages SQLite keeps at hand, and the garbage of the thread. */
export function rest(db: DatabaseSync): void {
  db.exec('pragma shrink_memory')
  collectGarbage()
}
