import { templates } from '@lathe/graph/templates'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from './platform/db/schema.ts'
import { seed } from './seed.ts'
import { describeDatabases } from './testing/databases.ts'
import { createTestApp } from './testing/test-app.ts'

describeDatabases('a new workspace', (db) => {
  const seeded = async () => {
    await seed(db(), DEFAULT_WORKSPACE, async () => templates)
    return createTestApp(db())
  }

  test('contains every template as a published agent', async () => {
    const { client } = await seeded()

    const agents = await client.agents.list({})

    expect(agents.map(({ slug }) => slug).toSorted()).toEqual(
      templates.map(({ slug }) => slug).toSorted(),
    )
    expect(
      agents.map(({ publishedVersion, hasDraftChanges }) => [publishedVersion, hasDraftChanges]),
    ).toEqual(templates.map(() => [1, false]))
    expect(await client.agents.versions({ agent: 'prompt' })).toMatchObject([{ author: 'lathe' }])
  })

  test("contains the demo connection with the server's address, which cannot be deleted", async () => {
    const { client, context } = await seeded()

    const [demo] = await client.models.connections()

    expect(demo).toMatchObject({
      name: 'demo',
      isBuiltIn: true,
      allowPrivate: true,
      baseUrl: context.mockProviderUrl(),
    })
    await expect(client.models.deleteConnection({ id: demo?.id ?? '' })).rejects.toMatchObject({
      code: 'BUILT_IN',
    })
    await expect(
      client.models.editConnection({ id: demo?.id ?? '', baseUrl: 'https://evil.example' }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('contains prices with their sources', async () => {
    const { client } = await seeded()

    const prices = await client.models.prices()

    expect(prices.every(({ source }) => source !== '')).toBe(true)
    expect(prices.map(({ pattern }) => pattern)).toContain('demo-*')
  })

  test('keeps traces for 30 days or 20 GiB by default', async () => {
    const { client } = await seeded()
    const { rules } = await client.retention.get({})
    expect(rules).toEqual([{ project: null, maxAgeDays: 30, maxBytes: 20 * 1_024 ** 3 }])

    await client.retention.set({ rules: [] })
    await seed(db(), DEFAULT_WORKSPACE, async () => templates)

    expect(await client.retention.get({})).toEqual({ rules: [] })
  })

  test('a new workspace is seeded once, so deleted agents stay deleted', async () => {
    const { client } = await seeded()
    await client.agents.delete({ agent: 'prompt' })

    await seed(db(), DEFAULT_WORKSPACE, async () => templates)

    expect(await client.agents.list({})).toHaveLength(templates.length - 1)
  })

  test('a new workspace is seeded once by several processes that start at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => seed(db(), DEFAULT_WORKSPACE, async () => templates)))

    const { client } = createTestApp(db())
    expect(await client.agents.list({})).toHaveLength(templates.length)
    expect(await client.models.connections()).toHaveLength(1)
  })

  test('a new workspace can restore a deleted template from the gallery', async () => {
    const { client } = await seeded()
    await client.agents.delete({ agent: 'triage' })

    const again = await client.agents.create({ name: 'Triage', template: 'triage' })

    expect(again).toMatchObject({ template: 'triage', nodeCount: expect.any(Number) })
    expect(again.nodeCount).toBeGreaterThan(1)
  })
})
