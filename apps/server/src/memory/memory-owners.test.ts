import { GraphDocument } from '@lathe/contract'
import { expect, onTestFinished, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { useLanggraphServer } from '../testing/langgraph-harness.ts'
import { startRunningApp } from '../testing/running-app.ts'

/** Stores a fact in a namespace the model chooses, then searches everything it can reach. */
const document = (namespace: string[]) =>
  GraphDocument.parse({
    format: 1,
    state: { fact: { type: 'string' }, known: { type: 'array', items: {} } },
    input: ['fact'],
    output: ['known'],
    nodes: {
      keep: {
        kind: 'tool',
        tool: 'memory_put',
        args: {
          namespace: { value: namespace },
          key: { template: '{{fact}}' },
          value: { expression: '({ fact })' },
        },
      },
      look: {
        kind: 'tool',
        tool: 'memory_search',
        args: { namespace: { value: [] } },
        writes: 'known',
      },
    },
    edges: [
      { from: 'start', to: 'keep' },
      { from: 'keep', to: 'look' },
      { from: 'look', to: 'end' },
    ],
  })

describeDatabases('memory of runs over the LangGraph API', (db) => {
  const start = useLanggraphServer(db)

  test.each([
    ['configurable', (id: string) => ({ config: { configurable: { user_id: id } } })],
    ['context', (id: string) => ({ context: { user_id: id } })],
  ])('belongs to the user in their %s', async (_, options) => {
    const { sdk, publish, client } = await start()
    await publish('notes', document(['notes']))
    const facts = async (fact: string, user: string) => {
      const output = await sdk.runs.wait(null, 'notes', { input: { fact }, ...options(user) })
      const { known } = output as { known: { key: string }[] }
      return known.map(({ key }) => key)
    }
    await facts('figs', 'ada')

    expect(await facts('plums', 'bob')).toEqual(['plums'])
    const { items } = await sdk.store.searchItems(['agents'])
    expect(items).toHaveLength(2)
    expect((await client.memory.items({ prefix: [] })).items).toHaveLength(2)
  })
})

describeDatabases('memory of agents', (db) => {
  const start = async () => {
    const app = await startRunningApp(db())
    onTestFinished(() => app.stop())
    const create = (name: string, namespace = ['notes']) =>
      app.client.agents.create({ name, document: document(namespace) })
    const facts = async (agent: string, fact: string, configurable = {}) => {
      const run = await app.client.runs.wait({
        agent,
        version: 'draft',
        input: { fact },
        configurable,
      })
      const { known } = run.output as { known: { namespace: string[]; key: string }[] }
      return known.map(({ namespace, key }) => [...namespace, key].join('/')).toSorted()
    }
    return { ...app, create, facts }
  }

  test("a search with an empty namespace returns only items of the run's user", async () => {
    const { create, facts } = await start()
    const { id } = await create('Notes')
    await facts(id, 'figs', { user_id: 'ada' })

    expect(await facts(id, 'plums', { user_id: 'bob' })).toEqual(['notes/plums'])
    expect(await facts(id, 'pears')).toEqual(['notes/pears'])
    expect(await facts(id, 'dates', { user_id: 'ada' })).toEqual(['notes/dates', 'notes/figs'])
  })

  test('an agent cannot reach the memory of another', async () => {
    const { create, facts } = await start()
    const [first, second] = [await create('First'), await create('Second')]
    await facts(first.id, 'figs', { user_id: 'ada' })

    expect(await facts(second.id, 'plums', { user_id: 'ada' })).toEqual(['notes/plums'])
  })

  test('a namespace cannot escape the prefix', async () => {
    const { create, facts } = await start()
    const victim = await create('Victim')
    await facts(victim.id, 'figs', { user_id: 'ada' })
    const attacker = await create('Attacker', ['agents', victim.id, 'users', 'ada'])

    await facts(attacker.id, 'planted', { user_id: 'bob' })

    expect(await facts(victim.id, 'plums', { user_id: 'ada' })).toEqual([
      'notes/figs',
      'notes/plums',
    ])
  })

  test('a dot in a user id opens no other memory', async () => {
    const { create, facts } = await start()
    const { id } = await create('Notes')
    await facts(id, 'figs', { user_id: 'ada' })

    expect(await facts(id, 'plums', { user_id: 'ada.notes' })).toEqual(['notes/plums'])
    expect(await facts(id, 'pears', { user_id: 'ada.notes' })).toEqual([
      'notes/pears',
      'notes/plums',
    ])
  })

  test('the memory page shows the items of all agents and users', async () => {
    const { client, create, facts } = await start()
    const { id } = await create('Notes')
    await facts(id, 'figs', { user_id: 'ada' })
    await facts(id, 'plums')

    const { items } = await client.memory.items({ prefix: ['agents', id] })

    expect(items.map(({ namespace }) => namespace.slice(2).join('/')).toSorted()).toEqual([
      'shared/notes',
      'users/ada/notes',
    ])
  })
})
