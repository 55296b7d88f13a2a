import type { Db } from './db.ts'

export type DatabaseConfig = { url?: string; file?: string }

/** Opens and migrates: Postgres when there is a URL, else the embedded file. */
export async function openDatabase(config: DatabaseConfig): Promise<Db> {
  // Only the driver that is used takes memory.
  if (config.url) {
    const { openPostgres } = await import('./postgres/open.ts')
    return await openPostgres(config.url)
  }
  if (config.file) {
    const { openSqlite } = await import('./sqlite/open.ts')
    return await openSqlite(config.file)
  }
  throw new Error('A database needs a URL or a file')
}
