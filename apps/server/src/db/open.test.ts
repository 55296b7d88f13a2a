import { expect, test } from 'vitest'
import { createDatabase, describeDatabases } from '../testing/databases.ts'
import { openDatabase } from './open.ts'
import { DEFAULT_WORKSPACE } from './schema.ts'

describeDatabases('a database', (db, engine) => {
  test('starts with the default workspace', async () => {
    const workspaces = await db().selectFrom('workspaces').selectAll().execute()

    expect(workspaces).toMatchObject([{ id: DEFAULT_WORKSPACE, name: 'default' }])
  })

  test('keeps what it holds when it is opened again', async () => {
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
})
