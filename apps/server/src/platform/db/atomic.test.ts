import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { atomic } from './atomic.ts'
import type { Db } from './db.ts'
import { rowInserter } from './insert-rows.ts'
import { DEFAULT_WORKSPACE } from './schema.ts'

const setting = (key: string, value = '1') => ({
  workspace_id: DEFAULT_WORKSPACE,
  key,
  value,
  updated_at: 1,
})

const insert = (db: Db, key: string) => db.insertInto('settings').values(setting(key))

const keys = async (db: Db) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

describeDatabases('atomic batch', (db) => {
  test('writes everything and returns the result of each query', async () => {
    const results = await atomic(db(), [
      insert(db(), 'a'),
      insert(db(), 'b'),
      db().updateTable('settings').set({ value: '2' }),
      db().selectFrom('settings').select('value').distinct(),
    ])

    expect(results.map(({ numAffectedRows }) => numAffectedRows).slice(0, 3)).toEqual([1n, 1n, 2n])
    expect(results[3]?.rows).toEqual([{ value: '2' }])
  })

  test('writes nothing if one query fails, and reports the violated constraint', async () => {
    await insert(db(), 'taken').execute()

    await expect(
      atomic(db(), [insert(db(), 'a'), insert(db(), 'taken'), insert(db(), 'b')]),
    ).rejects.toThrow(/unique/i)

    expect(await keys(db())).toEqual(['taken'])
  })

  test('an atomic batch does not affect other batches in the same commit if it fails', async () => {
    await insert(db(), 'taken').execute()

    const outcomes = await Promise.allSettled([
      insert(db(), 'a').execute(),
      atomic(db(), [insert(db(), 'b'), insert(db(), 'taken')]),
      insert(db(), 'taken').execute(),
      atomic(db(), [insert(db(), 'c'), insert(db(), 'd')]),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ])
    expect(await keys(db())).toEqual(['a', 'c', 'd', 'taken'])
  })

  test('belongs to the surrounding transaction', async () => {
    const failed = db()
      .transaction()
      .execute(async (transaction) => {
        await atomic(transaction, [insert(db(), 'a'), insert(db(), 'b')])
        throw new Error('changed my mind')
      })
    await expect(failed).rejects.toThrow('changed my mind')

    expect(await keys(db())).toEqual([])
  })

  test('accepts an empty batch', async () => {
    expect(await atomic(db(), [])).toEqual([])
  })
})

describeDatabases('rowInserter', (db) => {
  const upsert = rowInserter('settings', (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key'])
        .doUpdateSet((eb) => ({ value: eb.ref('excluded.value'), updated_at: 99 })),
    ),
  )

  test('inserts many rows with an ON CONFLICT clause', async () => {
    const rows = Array.from({ length: 15_000 }, (_, i) => setting(`key ${i}`, String(i)))
    await atomic(db(), upsert(db(), rows))

    await atomic(db(), upsert(db(), rows.slice(0, 2)))

    const stored = await db().selectFrom('settings').selectAll().execute()
    expect(stored).toHaveLength(15_000)
    expect(stored.filter((row) => row.updated_at === 99)).toHaveLength(2)
  })

  test('inserts rows whose keys have another order', async () => {
    const backwards = Object.fromEntries(Object.entries(setting('b', 'x')).toReversed())

    await atomic(db(), upsert(db(), [setting('a', 'y'), { ...setting('b'), ...backwards }]))

    const values = await db()
      .selectFrom('settings')
      .select(['key', 'value'])
      .orderBy('key')
      .execute()
    expect(values).toEqual([
      { key: 'a', value: 'y' },
      { key: 'b', value: 'x' },
    ])
  })

  test('replaces characters that databases reject and keeps other text', async () => {
    const texts = ['"quoted" \\u0000 \n', 'half \ud83d', 'whole \u{1f600}', 'nul \0']

    await atomic(
      db(),
      upsert(
        db(),
        texts.map((text, i) => setting(`${i}`, text)),
      ),
    )

    const stored = await db().selectFrom('settings').select('value').orderBy('key').execute()
    expect(stored.map(({ value }) => value)).toEqual([
      texts[0],
      'half \ufffd',
      texts[2],
      'nul \ufffd',
    ])
  })
})
