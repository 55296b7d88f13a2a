import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { settingDocument } from '../../../testing/documents.ts'
import { chatting, useLanggraphServer } from '../../../testing/langgraph-harness.ts'

describeDatabases('assistants of the LangGraph client', (db) => {
  const start = useLanggraphServer(db)

  test('assistants are the published agents, found by id or name', async () => {
    const { sdk, client } = await start()
    await client.agents.create({ name: 'Not published', document: settingDocument() })

    const all = await sdk.assistants.search({ sortBy: 'graph_id', sortOrder: 'asc' })
    const byName = await sdk.assistants.get('chat')
    const byId = await sdk.assistants.get(byName.assistant_id)

    expect(all.map((assistant) => assistant.graph_id)).toEqual(['approve', 'ask', 'chat', 'set'])
    expect(byId).toEqual(byName)
    expect(await sdk.assistants.count({ graphId: 'chat' })).toBe(1)
    await expect(sdk.assistants.get('not-published')).rejects.toMatchObject({ status: 404 })
  })

  test('assistants are marked if a chat client can drive them', async () => {
    const { sdk, apiUrl } = await start()

    const chats = await sdk.assistants.search({ metadata: { chat: true } })
    const listed = await fetch(`${apiUrl}/assistants?limit=2&sort_by=graph_id&sort_order=asc`)

    expect(chats.map((assistant) => assistant.graph_id).toSorted()).toEqual(['approve', 'chat'])
    expect(await sdk.assistants.get('set')).toMatchObject({ metadata: { chat: false } })
    expect(await listed.json()).toMatchObject([
      { graph_id: 'approve', metadata: { chat: true } },
      { graph_id: 'ask', metadata: { chat: false } },
    ])
  })

  test('the chat mark of an assistant reflects its published version', async () => {
    const { sdk, client } = await start()
    const { revision } = await client.agents.saveDraft({
      agent: 'set',
      revision: 1,
      document: chatting(),
    })

    const before = await sdk.assistants.get('set')
    await client.agents.saveVersion({ agent: 'set', revision, publish: true })

    expect(before.metadata).toMatchObject({ chat: false })
    expect((await sdk.assistants.get('set')).metadata).toMatchObject({ chat: true })
  })

  test('assistants without a messages input reject messages and list their inputs', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()

    const input = { messages: [{ type: 'human', content: 'Hello' }] }
    const run = sdk.runs.wait(threadId, 'set', { input })

    await expect(run).rejects.toMatchObject({ status: 422 })
    await expect(run).rejects.toThrow('a chat client cannot drive it. Its inputs: `question`')
  })

  test('assistants are paginated', async () => {
    const { sdk } = await start()

    const page = await sdk.assistants.search({ limit: 3, includePagination: true })

    expect(page.assistants).toHaveLength(3)
    expect(page.next).toBe('3')
  })

  test('assistants return their graph and schemas', async () => {
    const { sdk } = await start()

    const graph = await sdk.assistants.getGraph('set')
    const schemas = await sdk.assistants.getSchemas('chat')

    expect(graph.nodes.map(({ id }) => id)).toEqual(['__start__', 'reply', '__end__'])
    expect(graph.edges).toEqual([
      { source: '__start__', target: 'reply' },
      { source: 'reply', target: '__end__' },
    ])
    expect(schemas).toMatchObject({
      graph_id: 'chat',
      input_schema: { required: ['messages'] },
      state_schema: { properties: { messages: {} } },
    })
    expect(await sdk.assistants.getSubgraphs('set')).toEqual({})
  })

  test('assistants list versions and serve the one set as latest', async () => {
    const { sdk, client } = await start()
    const { revision } = await client.agents.saveDraft({
      agent: 'set',
      revision: 1,
      document: settingDocument('second'),
    })
    await client.agents.saveVersion({ agent: 'set', revision, publish: true })

    const versions = await sdk.assistants.getVersions('set')
    await sdk.assistants.setLatest('set', 1)
    const result = await sdk.runs.wait(null, 'set', { input: { question: 'Tides?' } })

    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    expect(result).toMatchObject({ answer: 'done: Tides?' })
  })

  test('assistants cannot be created or changed through the API', async () => {
    const { sdk } = await start()

    const creation = sdk.assistants.create({ graphId: 'chat' })

    await expect(creation).rejects.toThrow('NOT_IMPLEMENTED')
  })
})
