import type { Db } from './db.ts'
import type { Report } from './sqlite/copy-before.ts'

export type DatabaseConfig = { url?: string; file?: string }

/** Opens and migrates Postgres if the config has a URL, or else the SQLite file. `report` receives the progress of an upgrade. */
export async function openDatabase(config: DatabaseConfig, report?: Report): Promise<Db> {
  // Load one driver only, to save memory.
  if (config.url) {
    const { openPostgres } = await import('./postgres/open.ts')
    return await openPostgres(config.url)
  }
  if (config.file) {
    const { openSqlite } = await import('./sqlite/open.ts')
    return await openSqlite(config.file, report)
  }
  throw new Error('A database needs a URL or a file')
}
