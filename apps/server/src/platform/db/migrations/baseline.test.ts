import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, type Engine, engines } from '../../../testing/databases.ts'
import { findSpan } from '../../../traces/query/read-details.ts'
import type { Db } from '../db.ts'
import { type DatabaseConfig, openDatabase } from '../open.ts'
import { DEFAULT_WORKSPACE as w } from '../schema.ts'
import { dumpSchema } from './schema-dump.fixture.ts'

type Rows = Record<string, unknown>[]

/** A database that is not opened by the server. */
type RestoredDatabase = { config: DatabaseConfig; query: (statement: string) => Promise<Rows> }

const unpack = async (name: string): Promise<Buffer> =>
  zstdDecompressSync(await readFile(join(import.meta.dirname, 'fixtures', name)))

/** Restores the database of a server of commit 8990f6d8, which had run agents, a comparison and more. */
async function restoreFixture(engine: Engine): Promise<RestoredDatabase> {
  const { config, remove } = await createEmptyDatabase(engine)
  onTestFinished(remove)
  const { file, url } = config
  if (file === undefined) {
    await queryPostgres(url, (await unpack('2026-11-24.postgres.sql.zst')).toString())
    return { config, query: (statement) => queryPostgres(url, statement) }
  }
  await writeFile(file, await unpack('2026-11-24.db.zst'))
  return { config, query: async (statement) => querySqlite(file, statement) }
}

async function queryPostgres(url: string | undefined, statement: string): Promise<Rows> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

function querySqlite(file: string, statement: string): Rows {
  const database = new DatabaseSync(file)
  try {
    return database.prepare(statement).all()
  } finally {
    database.close()
  }
}

async function open(config: DatabaseConfig, report?: (message: string) => void): Promise<Db> {
  const db = await openDatabase(config, report)
  onTestFinished(() => db.close())
  return db
}

/** These change with the upgrade: their rows are checked by the tests of the migrations. */
const CHANGED = new Set([
  'migrations',
  'migration_lock',
  'model_prices',
  'search_queue',
  'search_texts',
])

/** The tables of the server, without the ones that SQLite keeps for a full-text index. */
const listTables = async (db: Db): Promise<string[]> =>
  (await db.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !CHANGED.has(name) && !name.startsWith('collection_words'))

const countRows = (tables: readonly string[]) =>
  tables.map((name) => `select '${name}' as name, count(*) as n from ${name}`).join(' union all ')

const readMigrations = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}

describe.each(engines)('the baseline on %s', (engine) => {
  test('creates the schema of an upgraded database', async () => {
    const upgradedDb = await open((await restoreFixture(engine)).config)
    const { config, remove } = await createEmptyDatabase(engine)
    onTestFinished(remove)

    const created = await open(config)

    expect(await readMigrations(created)).toEqual(await readMigrations(upgradedDb))
    const [schema, expected] = [await dumpSchema(created), await dumpSchema(upgradedDb)]
    for (const [kind, rows] of Object.entries(expected)) expect(schema[kind]).toEqual(rows)
  })

  test('keeps every row of a database with all replaced migrations', async () => {
    const { config, query } = await restoreFixture(engine)
    const { config: copy } = await restoreFixture(engine)
    const tables = await listTables(await open(copy))
    const before = await query(countRows(tables))

    const db = await open(config)

    const { rows: after } = await sql.raw(countRows(tables)).execute(db)
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()
    expect(sorted(after)).toEqual(sorted(before.map(({ name, n }) => ({ name, n: Number(n) }))))
    const filledTables = before.filter(({ n }) => Number(n) > 0).map(({ name }) => name)
    expect(filledTables).toEqual(
      expect.arrayContaining(['runs', 'spans', 'comparison_cells', 'store_items']),
    )
  })

  test('reads and searches the traces of an upgraded database', async () => {
    const db = await open((await restoreFixture(engine)).config)

    await db.texts.settled()
    const { traceIds } = await db.texts.find(w, [{ text: 'cracked lamp', isPrefix: false }])

    expect(traceIds).toHaveLength(1)
    const [traceId = ''] = traceIds
    const trace = await db
      .selectFrom('traces')
      .select(['root_id', 'status'])
      .where('id', '=', traceId)
      .executeTakeFirst()
    expect(trace?.status).toBe('interrupted')
    const root = await findSpan(db, w, traceId, trace?.root_id ?? '')
    expect(JSON.stringify(root?.inputs)).toContain('My order 48213')
  })

  test('refuses a database without some of the replaced migrations and changes nothing', async () => {
    const { config, query } = await restoreFixture(engine)
    const table = engine === 'sqlite' ? 'migrations' : 'public.migrations'
    await query(`delete from ${table} where name > '0090'`)
    const before = await query(`select * from ${table} order by name`)

    const opening = openDatabase(config)

    await expect(opening).rejects.toThrow(
      /schema version 0089-waits-before-tokens \(84 migrations\)/,
    )
    await expect(opening).rejects.toThrow(/git checkout 8990f6d8 && npm start/)
    expect(await query(`select * from ${table} order by name`)).toEqual(before)
  })

  test('refuses a database that lacks one of the replaced migrations', async () => {
    const { config, query } = await restoreFixture(engine)
    const table = engine === 'sqlite' ? 'migrations' : 'public.migrations'
    await query(`delete from ${table} where name = '0057-deleted-traces'`)

    await expect(openDatabase(config)).rejects.toThrow(/\(85 migrations\)/)
  })
})

test('an upgrade to the baseline copies the SQLite file first', async () => {
  const { config } = await restoreFixture('sqlite')
  const messages: string[] = []

  await open(config, (message) => messages.push(message))

  const [, copy = ''] = / to (\S+) before the upgrade/.exec(messages[0] ?? '') ?? []
  expect(querySqlite(copy, 'select count(*) as n from migrations')).toEqual([{ n: 86 }])
})

test('two servers upgrade a Postgres database to the baseline at the same time', async () => {
  const { config } = await restoreFixture('postgres')

  const databases = await Promise.all([openDatabase(config), openDatabase(config)])

  for (const db of databases) {
    expect((await readMigrations(db))[0]).toBe('0001-baseline')
    await db.close()
  }
})
