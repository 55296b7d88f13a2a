import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase, createEmptyDatabase, describeDatabases } from '../../testing/databases.ts'
import { openDatabase } from './open.ts'
import { DEFAULT_WORKSPACE } from './schema.ts'

describeDatabases('a database', (db, engine) => {
  test('starts with the default workspace', async () => {
    const workspaces = await db().selectFrom('workspaces').selectAll().execute()

    expect(workspaces).toMatchObject([{ id: DEFAULT_WORKSPACE, name: 'default' }])
  })

  test('keeps its rows when it is opened again', async () => {
    const { config, remove } = await createDatabase(engine)
    const first = await openDatabase(config)
    await first
      .insertInto('settings')
      .values({ workspace_id: DEFAULT_WORKSPACE, key: 'theme', value: '"dark"', updated_at: 7 })
      .execute()
    await first.close()

    const second = await openDatabase(config)

    expect(await second.selectFrom('settings').select('value').execute()).toEqual([
      { value: '"dark"' },
    ])
    await second.close()
    await remove()
  })

  test('returns integers and their sums as numbers', async () => {
    const micros = Date.UTC(2026, 10, 20) * 1_000
    await db().updateTable('workspaces').set({ created_at: micros }).execute()

    const row = await db()
      .selectFrom('workspaces')
      .select(['created_at', (eb) => eb.fn.sum('created_at').as('sum')])
      .select((eb) => eb.fn.countAll().as('count'))
      .groupBy('created_at')
      .executeTakeFirst()

    expect(row).toEqual({ created_at: micros, sum: micros, count: 1 })
  })

  test('rejects an integer that JavaScript cannot represent', async () => {
    const tooLarge = sql<number>`9007199254740993`
    const read = db().selectNoFrom(tooLarge.as('n')).execute()

    await expect(read).rejects.toThrow(/9007199254740993/)
  })

  test('rejects a row with a missing reference', async () => {
    const orphan = { workspace_id: 'nowhere', key: 'k', value: '1', updated_at: 1 }

    await expect(db().insertInto('settings').values(orphan).execute()).rejects.toThrow(
      /foreign key/i,
    )
  })
})

test('two servers open a new Postgres database at the same time', async () => {
  const { config, remove } = await createEmptyDatabase('postgres')

  const both = await Promise.all([openDatabase(config), openDatabase(config)])

  for (const db of both) {
    expect(await db.selectFrom('workspaces').selectAll().execute()).toHaveLength(1)
    await db.close()
  }
  await remove()
})

test('a database needs a URL or a file', async () => {
  await expect(openDatabase({})).rejects.toThrow('A database needs a URL or a file')
})
