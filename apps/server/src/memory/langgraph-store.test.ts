import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { startRunningApp } from '../testing/running-app.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { LanggraphStore } from './langgraph-store.ts'

/** Stores its input and returns everything remembered. */
const remembering = GraphDocument.parse({
  format: 1,
  state: { food: { type: 'string' }, known: { type: 'array', items: {} } },
  input: ['food'],
  output: ['known'],
  nodes: {
    keep: {
      kind: 'tool',
      tool: 'memory_put',
      args: {
        namespace: { value: ['users', 'ada'] },
        key: { template: '{{food}}' },
        value: { expression: '({ likes: food })' },
      },
    },
    look: {
      kind: 'tool',
      tool: 'memory_search',
      args: { namespace: { value: ['users'] } },
      writes: 'known',
    },
  },
  edges: [
    { from: 'start', to: 'keep' },
    { from: 'keep', to: 'look' },
    { from: 'look', to: 'end' },
  ],
})

describeDatabases('LanggraphStore', (db) => {
  test("puts, gets, searches and lists like LangGraph's store", async () => {
    const store = new LanggraphStore(db(), DEFAULT_WORKSPACE)
    await store.put(['users', 'ada'], 'food', { likes: 'figs', stars: 5 })
    await store.put(['users', 'bob'], 'food', { likes: 'plums', stars: 2 })

    expect(await store.get(['users', 'ada'], 'food')).toMatchObject({
      value: { likes: 'figs', stars: 5 },
      createdAt: expect.any(Date),
    })
    expect(await store.search(['users'], { filter: { stars: { $gte: 3 } } })).toMatchObject([
      { key: 'food', namespace: ['users', 'ada'] },
    ])
    expect(await store.listNamespaces({ prefix: ['users'], maxDepth: 1 })).toEqual([['users']])
    await store.delete(['users', 'ada'], 'food')
    expect(await store.get(['users', 'ada'], 'food')).toBeNull()
  })

  test('stores memory of runs for the viewer and writes nothing during replays', async () => {
    const app = await startRunningApp(db())
    try {
      const { client } = app
      const agent = await client.agents.create({ name: 'Rememberer', document: remembering })
      const start = (food: string) =>
        client.runs.wait({ agent: agent.id, version: 'draft', input: { food } })
      await start('figs')

      const second = await start('plums')

      expect(second).toMatchObject({
        status: 'success',
        output: {
          known: [
            { key: 'plums', value: { likes: 'plums' } },
            { key: 'figs', value: { likes: 'figs' } },
          ],
        },
      })
      const { items } = await client.memory.items({
        prefix: ['agents', agent.id, 'shared', 'users', 'ada'],
      })
      expect(items.map(({ key }) => key)).toEqual(['plums', 'figs'])

      await client.memory.delete({
        namespace: ['agents', agent.id, 'shared', 'users', 'ada'],
        key: 'plums',
      })
      expect(await client.replays.wait({ traceId: second.id })).toMatchObject({
        verdict: 'identical',
      })
      expect((await client.memory.items({ prefix: ['agents'] })).items).toHaveLength(1)
    } finally {
      await app.stop()
    }
  })

  test('memory and the sandbox are available when a tool is tested', async () => {
    const app = await startRunningApp(db())
    try {
      const attempt = (name: string, args: object) =>
        app.client.tools.try({ name, args: JSON.parse(JSON.stringify(args)) })
      await attempt('memory_put', { key: 'tea', value: { likes: 'mint' } })

      expect(await attempt('memory_get', { key: 'tea' })).toMatchObject({
        ok: true,
        result: { likes: 'mint' },
      })
      const code = 'return data.map((n) => n * 2)'
      expect(await attempt('run_javascript', { code, data: [1, 2] })).toMatchObject({
        ok: true,
        result: [2, 4],
      })
    } finally {
      await app.stop()
    }
  })
})
