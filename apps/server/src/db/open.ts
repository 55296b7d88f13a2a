import type { Db } from './db.ts'
import { openPostgres } from './postgres/open.ts'
import { openSqlite } from './sqlite/open.ts'

export type DatabaseConfig = { url?: string; file?: string }

/** Opens and migrates: Postgres when there is a URL, else the embedded file. */
export async function openDatabase(config: DatabaseConfig): Promise<Db> {
  if (config.url) return await openPostgres(config.url)
  if (config.file) return await openSqlite(config.file)
  throw new Error('A database needs a URL or a file')
}
