import { realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import type { Db, Queries } from '../db.ts'
import { migrate, pendingMigrations } from '../migrations/migrate.ts'
import type { Schema } from '../schema.ts'
import { hasQueued } from '../texts/queue-texts.ts'
import { sqliteTextIndex } from '../texts/sqlite-index.ts'
import { isOfVersion } from '../texts/words-version.ts'
import { closeDatabaseToOthers } from '../../close-to-others.ts'
import { copyBefore, seconds, type Tell } from './copy-before.ts'
import { sqliteDialect } from './dialect.ts'
import { sqlitePortable } from './portable.ts'
import { tellStatistics } from './statistics.ts'
import { SqliteThreads } from './threads.ts'

export async function openSqlite(path: string, tell: Tell = () => {}): Promise<Db> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  closeDatabaseToOthers(path, tell)
  // Behind a link: SQLite keeps the log beside the file itself.
  const file = realpathSync(path)
  const threads = new SqliteThreads(file)
  const db = new Kysely<Schema>({ dialect: sqliteDialect(threads, 'point') })
  try {
    await threads.ready()
    const { pending, applied } = await pendingMigrations(db, 'sqlite')
    const isOlder = pending > 0 && applied > 0
    if (isOlder)
      await copyBefore(threads, { file, target: `${file}.before-${applied + pending}`, tell })
    const began = performance.now()
    if (pending > 0) await migrate(db, 'sqlite')
    await tellStatistics(db)
    if (isOlder) tell(`The database is of this version now: changed in ${seconds(began)}`)
  } catch (error) {
    await threads.close()
    throw naming(file, error)
  }

  const analytics = new Kysely<Schema>({ dialect: sqliteDialect(threads, 'analytics') })
  const portable = sqlitePortable(db)
  const textFile = file.replace(/(\.db)?$/, '.search.db')
  const texts = sqliteTextIndex(db, { file, textFile })
  const isToBeFilled = !isOfVersion(textFile) && (await hasTraces(db))
  if (isToBeFilled || (await hasQueued(db))) texts.wake()
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

/** SQLite says what is wrong, but not with which file. */
function naming(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.message.includes(file)) return error
  return new Error(`${file}: ${error.message}`, { cause: error })
}
