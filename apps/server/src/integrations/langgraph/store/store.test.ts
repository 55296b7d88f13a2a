import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLanggraphServer } from '../../../testing/langgraph-harness.ts'

describeDatabases('the store of the LangGraph client', (db) => {
  const start = useLanggraphServer(db)

  const withMemories = async () => {
    const { sdk } = await start()
    await sdk.store.putItem(['users', 'ada'], 'food', { likes: 'figs', stars: 5 })
    await sdk.store.putItem(['users', 'ada', 'work'], 'job', { likes: 'engines', stars: 4 })
    await sdk.store.putItem(['users', 'bob'], 'food', { likes: 'Figs too', stars: 2 })
    await sdk.store.putItem(['usersother'], 'food', { likes: 'nothing', stars: 0 })
    return sdk.store
  }
  const listKeys = ({ items }: { items: { namespace: string[]; key: string }[] }) =>
    items.map(({ namespace, key }) => [...namespace, key].join('/'))

  test('the store keeps the last value of a key and deletes items', async () => {
    const store = await withMemories()

    await store.putItem(['users', 'ada'], 'food', { likes: 'plums' })
    const item = await store.getItem(['users', 'ada'], 'food')
    await store.deleteItem(['users', 'ada'], 'food')

    expect(item).toMatchObject({
      namespace: ['users', 'ada'],
      value: { likes: 'plums' },
      createdAt: expect.any(String),
    })
    expect(await store.getItem(['users', 'ada'], 'food')).toBeNull()
  })

  test('the store finds items by namespace, field and text', async () => {
    const store = await withMemories()

    const found = await Promise.all([
      store.searchItems(['users']),
      store.searchItems(['users', 'ada']),
      store.searchItems(['users'], { filter: { stars: { $gte: 4 } } }),
      store.searchItems(['users'], { filter: { likes: 'engines' } }),
      store.searchItems([], { query: 'figs' }),
      store.searchItems(['users'], { limit: 1, offset: 1 }),
    ])

    expect(found.map(listKeys).map((keys) => keys.toSorted())).toEqual([
      ['users/ada/food', 'users/ada/work/job', 'users/bob/food'],
      ['users/ada/food', 'users/ada/work/job'],
      ['users/ada/food', 'users/ada/work/job'],
      ['users/ada/work/job'],
      ['users/ada/food', 'users/bob/food'],
      ['users/ada/work/job'],
    ])
  })

  test('the store lists namespaces', async () => {
    const store = await withMemories()

    const lists = await Promise.all([
      store.listNamespaces(),
      store.listNamespaces({ prefix: ['users'], maxDepth: 2 }),
      store.listNamespaces({ suffix: ['work'] }),
      store.listNamespaces({ prefix: ['*', 'bob'] }),
    ])

    expect(lists).toEqual([
      {
        namespaces: [['users', 'ada'], ['users', 'ada', 'work'], ['users', 'bob'], ['usersother']],
      },
      {
        namespaces: [
          ['users', 'ada'],
          ['users', 'bob'],
        ],
      },
      { namespaces: [['users', 'ada', 'work']] },
      { namespaces: [['users', 'bob']] },
    ])
  })

  test('the store expires items', async () => {
    const { sdk } = await start()
    await sdk.store.putItem(['short'], 'a', { a: 1 }, { ttl: 0.0001 })
    await sdk.store.putItem(['long'], 'a', { a: 1 }, { ttl: 60 })

    await expect.poll(() => sdk.store.searchItems([]).then(listKeys)).toEqual(['long/a'])
    expect(await sdk.store.getItem(['long'], 'a')).toMatchObject({ value: { a: 1 } })
  })

  test.each([
    ['an empty namespace', { namespace: [], key: 'a', value: {} }, 'namespace'],
    ['an empty label', { namespace: [''], key: 'a', value: {} }, 'namespace.0'],
    ['a label with dots', { namespace: ['a.b'], key: 'a', value: {} }, 'namespace.0'],
    ['a value that is not an object', { namespace: ['a'], key: 'a', value: 1 }, 'value'],
  ])('the store rejects %s', async (_, body, path) => {
    const { apiUrl } = await start()

    const response = await fetch(`${apiUrl}/store/items`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: 'INVALID_INPUT', issues: [{ path }] })
  })
})
