import { type Kysely, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import { migrationsFor } from './all.ts'
import type { Engine } from './column-types.ts'

/** Applies what is missing, all of it in one transaction, under the dialect's lock. */
export async function migrate<T>(db: Kysely<T>, engine: Engine): Promise<void> {
  const { error } = await (await migrator(db, engine)).migrateToLatest()
  if (error !== undefined) throw error
}

export async function pendingMigrations<T>(db: Kysely<T>, engine: Engine) {
  const known = await (await migrator(db, engine)).getMigrations()
  const pending = known.filter((migration) => !migration.executedAt)
  return { pending: pending.length, applied: known.length - pending.length }
}

async function migrator<T>(db: Kysely<T>, engine: Engine) {
  const provider: MigrationProvider = { getMigrations: async () => migrationsFor(engine) }
  return new Migrator({
    db,
    provider,
    migrationTableName: 'migrations',
    migrationLockTableName: 'migration_lock',
    // Work that was numbered first may be done last; none touches what another one made.
    allowUnorderedMigrations: true,
    ...(engine === 'postgres' && { migrationTableSchema: await currentSchema(db) }),
  })
}

/** Several installations may share a Postgres database, each in its own schema. */
async function currentSchema<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
