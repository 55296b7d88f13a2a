import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { seed } from '../../../seed.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { demoConnection } from './0097-demo-connection.ts'

describeDatabases('migration of the demo connection', (db) => {
  async function createFormerHome() {
    const app = createTestApp(db())
    await seed(db(), DEFAULT_WORKSPACE, async () => [])
    await db().updateTable('connections').set({ name: 'practice' }).execute()
    await db()
      .updateTable('model_prices')
      .set({ pattern: 'practice-*' })
      .where('pattern', '=', 'demo-*')
      .execute()
    return app
  }

  test('renames the built-in connection and keeps prices for both model names', async () => {
    const { client } = await createFormerHome()

    for (let time = 0; time < 2; time++) await demoConnection(db())

    const connections = await client.models.connections()
    expect(connections.map(({ name }) => name)).toEqual(['demo'])
    const prices = await client.models.prices()
    const [demo, practice] = ['demo-*', 'practice-*'].map((pattern) =>
      prices.filter((price) => price.pattern === pattern),
    )
    expect(practice).toHaveLength(1)
    expect(demo).toEqual(
      practice?.map((price) => ({ ...price, id: demo?.[0]?.id, pattern: 'demo-*' })),
    )
  })

  test('keeps the name if another connection is called demo', async () => {
    const { client } = await createFormerHome()
    await client.models.createConnection({ name: 'demo', baseUrl: 'https://models.example/v1' })

    await demoConnection(db())

    const connections = await client.models.connections()
    expect(connections.map(({ name, isBuiltIn }) => [name, isBuiltIn])).toEqual([
      ['demo', false],
      ['practice', true],
    ])
  })
})
