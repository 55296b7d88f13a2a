import { type MockProvider, startMockProvider } from '@lathe/mock-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import { openDatabase } from '../platform/db/open.ts'
import { createDatabase } from '../testing/databases.ts'
import { startRunningApp } from '../testing/running-app.ts'

const tuned = 'ft:demo-1:us::abc'

let db: Db
let remove: () => Promise<void>
let mockProvider: MockProvider
let app: Awaited<ReturnType<typeof startRunningApp>>
beforeAll(async () => {
  const database = await createDatabase('sqlite')
  db = await openDatabase(database.config)
  remove = database.remove
  mockProvider = await startMockProvider({ aliases: { [tuned]: 'demo-1' } })
  app = await startRunningApp(db)
})
afterAll(async () => {
  await app.stop()
  await mockProvider.close()
  await db.close()
  await remove()
})

let count = 0
type Over = { baseUrl?: string; key?: string; allowPrivate?: boolean }
const connect = async (over: Over = {}) => {
  const { id } = await app.client.models.createConnection({
    name: `c-${++count}`,
    baseUrl: mockProvider.url,
    key: 'a-key-for-the-provider',
    allowPrivate: true,
    ...over,
  })
  return id
}

test('a working connection lists its models', async () => {
  const id = await connect()

  const tested = await app.client.models.testConnection({ id })
  const models = await app.client.models.list({ id })

  expect(tested).toMatchObject({ ok: true, models: models.length })
  expect(models.map((model) => model.id)).toContain('demo-1')
  expect(mockProvider.requests.at(-1)?.headers.authorization).toBe('Bearer a-key-for-the-provider')
})

test('deletes a fine-tuned model at its provider, and no other', async () => {
  const id = await connect()
  const names = async () => (await app.client.models.list({ id })).map((model) => model.id)
  expect(await names()).toContain(tuned)

  await app.client.models.deleteModel({ id, name: tuned })

  expect(await names()).not.toContain(tuned)
  const refused = (name: string) => app.client.models.deleteModel({ id, name })
  await expect(refused(tuned)).rejects.toMatchObject({
    code: 'PROVIDER',
    data: { error: { code: 'NOT_FOUND', providerMessage: expect.stringContaining(tuned) } },
  })
  await expect(refused('demo-1')).rejects.toMatchObject({
    data: { error: { code: 'PERMISSION_DENIED' } },
  })
})

test.each<[string, Over, string]>([
  ['a key that is refused', { key: 'refused' }, 'AUTHENTICATION'],
  ['an address nobody listens on', { baseUrl: 'http://127.0.0.1:9/v1' }, 'CONNECTION'],
  ['a private address nobody allowed', { allowPrivate: false }, 'EGRESS_DENIED'],
  ['an address that is no such API', { baseUrl: 'ADDRESS/nowhere' }, 'NOT_FOUND'],
])('reports %s with its code', async (_, over, code) => {
  const baseUrl = (over.baseUrl ?? mockProvider.url).replace('ADDRESS', mockProvider.url)
  const id = await connect({ ...over, baseUrl })

  const tested = await app.client.models.testConnection({ id })

  expect(tested).toMatchObject({ ok: false, error: { code } })
  await expect(app.client.models.list({ id })).rejects.toMatchObject({
    code: 'PROVIDER',
    status: 502,
    data: { error: { code } },
  })
})
