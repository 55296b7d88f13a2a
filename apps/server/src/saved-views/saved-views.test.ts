import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { purgeViews } from './saved-views.store.ts'

describeDatabases('saved views', (db) => {
  test('stores views by name until deleted', async () => {
    const { client } = createTestApp(db())
    const view = await client.savedViews.create({
      name: 'Slow failures',
      filter: 'status:error latency:>2s',
      range: '7d',
      columns: ['status', 'title'],
    })

    const edited = await client.savedViews.edit({ id: view.id, filter: 'status:error' })

    expect(edited).toEqual({ ...view, filter: 'status:error' })
    expect(await client.savedViews.list({})).toEqual([edited])
    await client.savedViews.delete({ id: view.id })
    expect(await client.savedViews.list({})).toEqual([])
    await expect(client.savedViews.delete({ id: view.id })).rejects.toMatchObject({
      code: 'NO_SUCH_VIEW',
    })
  })

  test('saved views reject a filter with a syntax error and its position', async () => {
    const { client } = createTestApp(db())
    const view = await client.savedViews.create({ name: 'Good', filter: 'status:error OR tag:vip' })
    const refused = {
      code: 'INVALID_FILTER',
      status: 400,
      data: { problems: [{ at: 13, length: 2, message: 'OR needs a condition after it' }] },
    }

    await expect(
      client.savedViews.create({ name: 'Bad', filter: 'status:error OR' }),
    ).rejects.toMatchObject(refused)
    await expect(
      client.savedViews.edit({ id: view.id, filter: 'status:error OR' }),
    ).rejects.toMatchObject(refused)
    expect(await client.savedViews.list({})).toEqual([view])
  })

  test('saved views have unique names', async () => {
    const { client } = createTestApp(db())
    await client.savedViews.create({ name: 'Mine' })
    const other = await client.savedViews.create({ name: 'Other' })

    await expect(client.savedViews.create({ name: 'Mine' })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    })
    await expect(client.savedViews.edit({ id: other.id, name: 'Mine' })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      status: 409,
    })
  })

  test('restores a deleted view unless its name is taken', async () => {
    const { client } = createTestApp(db())
    const view = await client.savedViews.create({ name: 'Mine', filter: 'status:error' })
    await client.savedViews.delete({ id: view.id })
    await expect(client.savedViews.edit({ id: view.id, name: 'Gone' })).rejects.toMatchObject({
      code: 'NO_SUCH_VIEW',
    })
    const other = await client.savedViews.create({ name: 'Mine' })

    await expect(client.savedViews.restore({ id: view.id })).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    })
    await client.savedViews.delete({ id: other.id })
    expect(await client.savedViews.restore({ id: view.id })).toEqual(view)
    expect(await client.savedViews.list({})).toEqual([view])
  })

  test('saved views cannot be restored after they are purged', async () => {
    const { client } = createTestApp(db())
    const [kept, gone] = [
      await client.savedViews.create({ name: 'Kept' }),
      await client.savedViews.create({ name: 'Gone' }),
    ]
    for (const { id } of [kept, gone]) await client.savedViews.delete({ id })
    await db().updateTable('saved_views').set({ deleted_at: 1 }).where('id', '=', gone.id).execute()

    await purgeViews(db())

    await client.savedViews.restore({ id: kept.id })
    await expect(client.savedViews.restore({ id: gone.id })).rejects.toMatchObject({
      code: 'NO_SUCH_VIEW',
    })
  })
})
