import { type Kysely, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { migrationsFor } from './all.ts'
import type { Engine } from './column-types.ts'

const TABLE = 'migrations'
const BASELINE = '0001-baseline'

/** The baseline replaced the migrations up to this one. */
const LAST_REPLACED = '0096-tool-arguments-in-double-braces'
const REPLACED_MIGRATION_COUNT = 86
/** A commit with the replaced migrations. */
const UPGRADE_COMMIT = '8990f6d8'

/** Thrown when the database contains migrations that this version does not have. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** Applies the pending migrations in one transaction, under the dialect's lock. */
export async function migrate<T>(db: Kysely<T>, engine: Engine): Promise<void> {
  await adoptBaseline(db, engine)
  const { error } = await (await migrator(db, engine)).migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Counts the pending and the applied migrations; `version` is the number of the newest. Throws if this version cannot
 * upgrade the database, a `NewerDatabaseError` if it contains a migration that this version does not have.
 */
export async function checkMigrations<T>(db: Kysely<T>, engine: Engine) {
  const names = await appliedMigrations(db, engine)
  const problem = findProblem(names)
  if (problem) throw problem
  const migrations = knownMigrations()
  return {
    pending: migrations.filter((name) => !names.includes(name)).length,
    applied: names.length,
    version: Number.parseInt(migrations.at(-1) ?? '', 10),
  }
}

/** Returns why this version cannot open a database with these migrations, or undefined if it can. */
export function findProblem(names: readonly string[]): Error | undefined {
  const knownNames = new Set(knownMigrations())
  const unknown = names.filter((name) => !knownNames.has(name) && !isReplaced(name)).toSorted()
  if (unknown.length > 0) return newerDatabase(unknown)
  const replacedNames = names.filter(isReplaced).toSorted()
  return replacedNames.length === 0 || isComplete(replacedNames)
    ? undefined
    : olderDatabase(replacedNames)
}

const isReplaced = (name: string) => name <= LAST_REPLACED && name !== BASELINE

const isComplete = (replacedNames: readonly string[]) =>
  replacedNames.length === REPLACED_MIGRATION_COUNT && replacedNames.at(-1) === LAST_REPLACED

const knownMigrations = (): string[] => Object.keys(migrationsFor('sqlite')).toSorted()

const newerDatabase = (unknown: readonly string[]) =>
  new NewerDatabaseError(
    `The database has schema version ${unknown.at(-1)}, but this version of Lathe supports ` +
      `versions up to ${knownMigrations().at(-1)} (unknown migrations: ${unknown.join(', ')}). ` +
      'The database is unchanged. Start the newer version of Lathe that used this database last.',
  )

const olderDatabase = (replacedNames: readonly string[]) =>
  new Error(
    `The database has schema version ${replacedNames.at(-1)} (${replacedNames.length} migrations), but this version of ` +
      `Lathe upgrades databases only from version ${LAST_REPLACED} (${REPLACED_MIGRATION_COUNT} migrations). ` +
      `The database is unchanged. Start the version of 24 November 2026 once (git checkout ${UPGRADE_COMMIT} && npm start), ` +
      'then start this version again.',
  )

/** Records the baseline in place of the migrations that it replaced: they created the same schema. */
async function adoptBaseline<T>(db: Kysely<T>, engine: Engine) {
  const replacedNames = (await appliedMigrations(db, engine)).filter(isReplaced)
  if (replacedNames.length === 0) return
  await db.transaction().execute(async (transaction) => {
    const names = sql.join(replacedNames)
    await sql`delete from ${sql.table(TABLE)} where name in (${names})`.execute(transaction)
    // Another server may have inserted the row.
    await sql`insert into ${sql.table(TABLE)} (name, timestamp)
      values (${BASELINE}, ${new Date().toISOString()}) on conflict do nothing`.execute(transaction)
  })
}

/** The names of the applied migrations in ascending order; none in a new database. */
async function appliedMigrations<T>(db: Kysely<T>, engine: Engine): Promise<string[]> {
  const table =
    engine === 'postgres'
      ? sql<{ name: string | null }>`select to_regclass(${TABLE})::text as name`
      : sql<{ name: string | null }>`select name from sqlite_master where name = ${TABLE}`
  const { rows: tables } = await table.execute(db)
  if (!tables[0]?.name) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

async function migrator<T>(db: Kysely<T>, engine: Engine) {
  const provider: MigrationProvider = { getMigrations: async () => migrationsFor(engine) }
  return new Migrator({
    db,
    provider,
    migrationTableName: TABLE,
    migrationLockTableName: 'migration_lock',
    // Two branches may merge in another order than that of their numbers.
    allowUnorderedMigrations: true,
    ...(engine === 'postgres' && { migrationTableSchema: await currentSchema(db) }),
  })
}

/** Several installations may share a Postgres database, each in its own schema. */
async function currentSchema<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
