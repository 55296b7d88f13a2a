import type { Db } from './db.ts'
import type { Tell } from './sqlite/copy-before.ts'

export type DatabaseConfig = { url?: string; file?: string }

/** Opens and migrates: Postgres when there is a URL, else the embedded file; `tell` hears what takes long. */
export async function openDatabase(config: DatabaseConfig, tell?: Tell): Promise<Db> {
  // Only the driver that is used takes memory.
  if (config.url) {
    const { openPostgres } = await import('./postgres/open.ts')
    return await openPostgres(config.url)
  }
  if (config.file) {
    const { openSqlite } = await import('./sqlite/open.ts')
    return await openSqlite(config.file, tell)
  }
  throw new Error('A database needs a URL or a file')
}
