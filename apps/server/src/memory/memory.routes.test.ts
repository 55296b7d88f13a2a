import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('memory', (db) => {
  test('memory is browsed by namespace, searched, changed and deleted', async () => {
    const { client } = createTestApp(db())
    const tea = { namespace: ['users', 'ada'], key: 'drink' }
    await client.memory.put({ ...tea, value: { likes: 'tea' } })
    await client.memory.put({ namespace: ['users', 'bob'], key: 'drink', value: { likes: 'milk' } })
    await client.memory.put({ namespace: ['shop'], key: 'open', value: { at: 9 } })

    expect(await client.memory.namespaces()).toEqual([['shop'], ['users', 'ada'], ['users', 'bob']])
    const below = await client.memory.items({ prefix: ['users'] })
    expect(below.items.map(({ value }) => value)).toEqual(
      expect.arrayContaining([{ likes: 'tea' }, { likes: 'milk' }]),
    )
    expect(below.items).toHaveLength(2)
    expect((await client.memory.items({ q: 'milk' })).items).toMatchObject([
      { namespace: ['users', 'bob'] },
    ])
    expect(await client.memory.items({ limit: 1 })).toMatchObject({ hasMore: true })

    await client.memory.put({ ...tea, value: { likes: 'coffee' } })
    expect((await client.memory.items({ prefix: tea.namespace })).items).toMatchObject([
      { key: 'drink', value: { likes: 'coffee' } },
    ])
    await client.memory.delete(tea)
    expect((await client.memory.items({ prefix: tea.namespace })).items).toEqual([])
  })

  test('reports an invalid namespace', async () => {
    const { client } = createTestApp(db())

    await expect(
      client.memory.put({ namespace: ['a.b'], key: 'x', value: {} }),
    ).rejects.toMatchObject({ data: { issues: [{ path: 'namespace.0' }] } })
  })
})
