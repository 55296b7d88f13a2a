import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { seed } from '../seed.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { findConnection } from './connections.store.ts'

describeDatabases('the former name of the demo connection', (db) => {
  const findName = async (name: string) =>
    (await findConnection(db(), DEFAULT_WORKSPACE, { name }))?.name

  test('finds the demo connection', async () => {
    await seed(db(), DEFAULT_WORKSPACE, async () => [])

    expect(await findName('practice')).toBe('demo')
  })

  test('finds a connection that has this name itself', async () => {
    await seed(db(), DEFAULT_WORKSPACE, async () => [])
    const { client } = createTestApp(db())
    await client.models.createConnection({ name: 'practice', baseUrl: 'https://models.example/v1' })

    expect(await findName('practice')).toBe('practice')
  })
})
