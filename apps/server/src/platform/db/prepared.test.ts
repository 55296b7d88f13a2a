import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { atomic } from './atomic.ts'
import { prepared, type Slots } from './prepared.ts'
import { DEFAULT_WORKSPACE } from './schema.ts'

type Setting = { key: string; value: string; at: number }

const insert = prepared((db, slot: Slots<Setting>) =>
  db.insertInto('settings').values({
    workspace_id: DEFAULT_WORKSPACE,
    key: slot('key'),
    value: slot('value'),
    updated_at: slot('at'),
  }),
)

const find = prepared((db, slot: Slots<{ key: string }>) =>
  db
    .selectFrom('settings')
    .select('value')
    .where('workspace_id', '=', DEFAULT_WORKSPACE)
    .where('key', '=', slot('key')),
)

describeDatabases('prepared query', (db) => {
  test('a prepared query is compiled once for all values, alone and in a batch', async () => {
    const batch = ['a', 'b'].map((key, at) => insert.with(db(), { key, value: `"${key}"`, at }))
    await atomic(db(), batch)

    expect(new Set(batch.map(({ query }) => query)).size).toBe(1)
    expect(await find.first(db(), { key: 'b' })).toEqual({ value: '"b"' })
    expect(await find.all(db(), { key: 'c' })).toEqual([])
  })

  test('belongs to the transaction that executes it', async () => {
    const open = await db().startTransaction().execute()
    await atomic(open, [insert.with(open, { key: 'a', value: '1', at: 1 })])
    const within = await find.first(open, { key: 'a' })
    await open.rollback().execute()

    expect(within).toEqual({ value: '1' })
    expect(await find.first(db(), { key: 'a' })).toBeUndefined()
  })
})
