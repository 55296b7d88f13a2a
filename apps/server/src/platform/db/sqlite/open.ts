import { realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Db, Queries } from '../db.ts'
import { checkMigrations, findProblem, migrate, NewerDatabaseError } from '../migrations/migrate.ts'
import type { Schema } from '../schema.ts'
import { hasQueued } from '../texts/queue-texts.ts'
import { sqliteTextIndex } from '../texts/sqlite-index.ts'
import { hasIndexVersion } from '../texts/index-version.ts'
import { makeDatabasePrivate } from '../../config/private-files.ts'
import { copyBefore, formatSeconds, type Report } from './copy-before.ts'
import { sqliteDialect } from './dialect.ts'
import { sqlitePortable } from './portable.ts'
import { listCopies } from './sqlite-error.ts'
import { storeStatistics } from './statistics.ts'
import { SqliteThreads } from './threads.ts'

export async function openSqlite(path: string, report: Report = () => {}): Promise<Db> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  makeDatabasePrivate(path, report)
  // Resolve links: SQLite keeps the log beside the real file.
  const file = realpathSync(path)
  const threads = new SqliteThreads(file)
  const db = new Kysely<Schema>({ dialect: sqliteDialect(threads, 'point') })
  try {
    await threads.ready()
    const { pending, applied, version } = await checkMigrations(db, 'sqlite')
    const isOlder = pending > 0 && applied > 0
    if (isOlder) await copyBefore(threads, { file, target: `${file}.before-${version}`, report })
    const startedAt = performance.now()
    if (pending > 0) await migrate(db, 'sqlite')
    await storeStatistics(db)
    if (isOlder) report(`Upgraded the database in ${formatSeconds(startedAt)}`)
  } catch (error) {
    await threads.close()
    throw await withFile(file, error)
  }

  const analytics = new Kysely<Schema>({ dialect: sqliteDialect(threads, 'analytics') })
  const portable = sqlitePortable(db)
  const textFile = file.replace(/(\.db)?$/, '.search.db')
  const texts = sqliteTextIndex(db, { file, textFile })
  const needsRebuild = !hasIndexVersion(textFile) && (await hasTraces(db))
  if (needsRebuild || (await hasQueued(db))) texts.wake()
  const close = async () => {
    await texts.close()
    await threads.close()
  }
  const takesWrites = () => threads.takesWrites
  const shrink = () => threads.shrink()
  const rest = () => {
    threads.rest()
    texts.rest()
  }
  return Object.assign(db, {
    engine: 'sqlite',
    analytics,
    portable,
    texts,
    takesWrites,
    shrink,
    rest,
    close,
  } as const)
}

const hasTraces = async (db: Queries) =>
  (await db.selectFrom('traces').select('id').limit(1).executeTakeFirst()) !== undefined

/** Errors of SQLite do not contain the file. */
async function withFile(file: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error) || error.message.includes(file)) return error
  const copy = error instanceof NewerDatabaseError ? await findUsableCopy(file) : undefined
  const restore =
    copy === undefined
      ? ''
      : ` To go back to this version, stop the server, replace the file with the copy from before ` +
        `the upgrade (${copy}) and delete ${file}-wal and ${file}-shm: what was stored since is lost.`
  return new Error(`${file}: ${error.message}${restore}`, { cause: error })
}

/** The newest copy that this version can open: an upgrade in several steps leaves copies that it cannot. */
async function findUsableCopy(file: string): Promise<string | undefined> {
  // Do not load SQLite in the main thread of a running server.
  const { DatabaseSync } = await import('node:sqlite')
  const isUsable = (copy: string): boolean => {
    try {
      const db = new DatabaseSync(copy, { readOnly: true })
      try {
        const rows = db.prepare('select name from migrations').all()
        return findProblem(rows.map(({ name }) => String(name))) === undefined
      } finally {
        db.close()
      }
    } catch {
      return false
    }
  }
  return listCopies(file).find(isUsable)
}
