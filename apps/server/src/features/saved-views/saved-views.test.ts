import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp } from '../../testing/test-app.ts'

describeDatabases('saved views', (db) => {
  test('are kept under their name until they are deleted', async () => {
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

  test('no two have the same name', async () => {
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
})
