import { type Kysely, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { migrationsFor } from './all.ts'
import type { Engine } from './column-types.ts'

const TABLE = 'migrations'

/** Thrown when the database contains migrations that this version does not have. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** Applies the pending migrations in one transaction, under the dialect's lock. */
export async function migrate<T>(db: Kysely<T>, engine: Engine): Promise<void> {
  const { error } = await (await migrator(db, engine)).migrateToLatest()
  if (error !== undefined) throw error
}

/**
 * Counts the pending and the applied migrations.
 * Throws a `NewerDatabaseError` if the database contains a migration that this version does not have.
 */
export async function checkMigrations<T>(db: Kysely<T>, engine: Engine) {
  const found = await appliedMigrations(db, engine)
  const unknown = unknownMigrations(found)
  if (unknown.length > 0) throw newerDatabase(unknown)
  return { pending: knownMigrations().length - found.length, applied: found.length }
}

/** The migrations among `names` that this version does not have. */
export function unknownMigrations(names: readonly string[]): string[] {
  const known = new Set(knownMigrations())
  return names.filter((name) => !known.has(name))
}

const knownMigrations = (): string[] => Object.keys(migrationsFor('sqlite')).toSorted()

function newerDatabase(unknown: readonly string[]): NewerDatabaseError {
  return new NewerDatabaseError(
    `The database has schema version ${unknown.at(-1)}, but this version of Lathe supports ` +
      `versions up to ${knownMigrations().at(-1)} (unknown migrations: ${unknown.join(', ')}). ` +
      'Nothing was changed. Start the newer version of Lathe that used this database last.',
  )
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
    // A migration with a lower number may be merged later; migrations do not depend on each other's tables.
    allowUnorderedMigrations: true,
    ...(engine === 'postgres' && { migrationTableSchema: await currentSchema(db) }),
  })
}

/** Several installations may share a Postgres database, each in its own schema. */
async function currentSchema<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
