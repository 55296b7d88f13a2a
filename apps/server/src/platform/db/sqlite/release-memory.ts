import type { DatabaseSync } from 'node:sqlite'
import { collectGarbage } from '../../process/free-memory.ts'

/** Releases SQLite's page cache and the garbage of the thread. */
export function releaseMemory(db: DatabaseSync): void {
  db.exec('pragma shrink_memory')
  collectGarbage()
}
