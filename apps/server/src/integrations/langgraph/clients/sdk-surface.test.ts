import type { Client } from '@langchain/langgraph-sdk'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { collect } from '../../../testing/executor-harness.ts'
import { useLanggraphServer } from '../../../testing/langgraph-harness.ts'

const input = { question: 'Tides?' }
const threadId = '0190a000-0000-7000-8000-00000000abd1'

type Part = 'assistants' | 'threads' | 'runs' | 'store' | 'crons'
type Calls = Record<string, (sdk: Client, runId: string) => Promise<unknown>>

const SUPPORTED: Record<Part, Calls> = {
  assistants: {
    get: (sdk) => sdk.assistants.get('set'),
    getGraph: (sdk) => sdk.assistants.getGraph('set'),
    getSchemas: (sdk) => sdk.assistants.getSchemas('set'),
    getSubgraphs: (sdk) => sdk.assistants.getSubgraphs('set'),
    search: (sdk) => sdk.assistants.search(),
    count: (sdk) => sdk.assistants.count(),
    getVersions: (sdk) => sdk.assistants.getVersions('set'),
    setLatest: (sdk) => sdk.assistants.setLatest('set', 1),
  },
  threads: {
    get: (sdk) => sdk.threads.get(threadId),
    create: (sdk) => sdk.threads.create(),
    copy: (sdk) => sdk.threads.copy(threadId),
    update: (sdk) => sdk.threads.update(threadId, { metadata: { starred: true } }),
    search: (sdk) => sdk.threads.search({ sortBy: 'updated_at', limit: 1 }),
    count: (sdk) => sdk.threads.count(),
    getState: (sdk) => sdk.threads.getState(threadId),
    updateState: (sdk) => sdk.threads.updateState(threadId, { values: input, asNode: 'reply' }),
    getHistory: (sdk) => sdk.threads.getHistory(threadId),
    joinStream: (sdk) => first(sdk.threads.joinStream(threadId, { lastEventId: '0' })),
    stream: async (sdk) => sdk.threads.stream(threadId, { assistantId: 'set' }),
    prune: async (sdk) => {
      const { thread_id: deletedId } = await sdk.threads.create()
      return sdk.threads.prune([deletedId])
    },
    delete: async (sdk) => sdk.threads.delete((await sdk.threads.create()).thread_id),
  },
  runs: {
    stream: (sdk) => collect(sdk.runs.stream(null, 'set', { input })),
    create: (sdk) => sdk.runs.create(null, 'set', { input }),
    createBatch: (sdk) => sdk.runs.createBatch([{ assistantId: 'set', input }]),
    wait: (sdk) => sdk.runs.wait(null, 'set', { input }),
    list: (sdk) => sdk.runs.list(threadId),
    get: (sdk, runId) => sdk.runs.get(threadId, runId),
    join: (sdk, runId) => sdk.runs.join(threadId, runId),
    joinStream: (sdk, runId) => collect(sdk.runs.joinStream(threadId, runId)),
    cancel: async (sdk) => {
      const { thread_id: interruptedThreadId } = await sdk.threads.create()
      const run = await sdk.runs.create(interruptedThreadId, 'ask', { input })
      return sdk.runs.cancel(interruptedThreadId, run.run_id, true)
    },
    cancelMany: (sdk) => sdk.runs.cancelMany({ threadId, status: 'all' }),
    delete: (sdk, runId) => sdk.runs.delete(threadId, runId),
  },
  store: {
    putItem: (sdk) => sdk.store.putItem(['a'], 'b', { c: 1 }),
    getItem: (sdk) => sdk.store.getItem(['a'], 'b'),
    searchItems: (sdk) => sdk.store.searchItems(['a']),
    listNamespaces: (sdk) => sdk.store.listNamespaces(),
    deleteItem: (sdk) => sdk.store.deleteItem(['a'], 'b'),
  },
  crons: {},
}

/** Features of LangGraph's own server that Lathe rejects. The client must not retry them. */
const REJECTED: Record<Part, Calls> = {
  assistants: {
    create: (sdk) => sdk.assistants.create({ graphId: 'set' }),
    update: (sdk) => sdk.assistants.update('set', { name: 'Mine' }),
    delete: (sdk) => sdk.assistants.delete('set'),
  },
  threads: { patchState: (sdk) => sdk.threads.patchState(threadId, { starred: true }) },
  runs: {},
  store: {},
  crons: {
    create: (sdk) => sdk.crons.create('set', { schedule: '* * * * *' }),
    createForThread: (sdk) => sdk.crons.createForThread(threadId, 'set', { schedule: '* * * * *' }),
    update: (sdk) => sdk.crons.update(threadId, { schedule: '* * * * *' }),
    delete: (sdk) => sdk.crons.delete(threadId),
    search: (sdk) => sdk.crons.search(),
    count: (sdk) => sdk.crons.count(),
  },
}

const PARTS: Part[] = ['assistants', 'threads', 'runs', 'store', 'crons']

async function first<T>(stream: AsyncIterable<T>): Promise<T | undefined> {
  for await (const each of stream) return each
  return undefined
}

describeDatabases('methods of the official client', (db) => {
  const start = useLanggraphServer(db)

  test.each(PARTS)('methods of %s are supported or rejected with an explanation', async (part) => {
    const { sdk } = await start()
    await sdk.threads.create({ threadId })
    const run = await sdk.runs.create(threadId, 'set', { input })
    await sdk.runs.join(threadId, run.run_id)

    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(sdk[part]))
    const covered = [...Object.keys(SUPPORTED[part]), ...Object.keys(REJECTED[part])]
    expect(covered.toSorted()).toEqual(methods.filter((name) => name !== 'constructor').toSorted())
    const failures: string[] = []
    for (const [name, call] of Object.entries(SUPPORTED[part])) {
      await call(sdk, run.run_id).catch((error: unknown) =>
        failures.push(`${name}: ${String(error)}`),
      )
    }
    expect(failures).toEqual([])
    for (const call of Object.values(REJECTED[part])) {
      await expect(call(sdk, run.run_id)).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('NOT_IMPLEMENTED'),
      })
    }
  })

  test.each<[string, (sdk: Client) => Promise<unknown>]>([
    ['a thread with a ttl', (sdk) => sdk.threads.create({ ttl: 5 })],
    [
      'a thread that begins with steps',
      (sdk) => sdk.threads.create({ supersteps: [{ updates: [] }] }),
    ],
    ['a delayed run', (sdk) => sdk.runs.create(null, 'set', { input, afterSeconds: 60 })],
    ['a webhook', (sdk) => sdk.runs.create(null, 'set', { input, webhook: 'https://a.example' })],
    ['another prune strategy', (sdk) => sdk.threads.prune([threadId], { strategy: 'keep_latest' })],
  ])('%s is rejected with an explanation', async (_, call) => {
    const { sdk } = await start()

    await expect(call(sdk)).rejects.toMatchObject({ status: 422 })
  })

  test.each<[string, number, (sdk: Client) => Promise<unknown>]>([
    ['an unknown thread', 404, (sdk) => sdk.threads.get(threadId)],
    ['an unknown assistant', 404, (sdk) => sdk.runs.wait(null, 'nobody', { input })],
    ['an invalid id', 422, (sdk) => sdk.threads.get('nonsense')],
    ['invalid input', 422, (sdk) => sdk.runs.wait(null, 'set', { input: { q: 1 } })],
    [
      'a thread made twice',
      409,
      async (sdk) => {
        await sdk.threads.create({ threadId })
        return sdk.threads.create({ threadId })
      },
    ],
  ])('%s fails like on the original server', async (_, status, call) => {
    const { sdk } = await start()

    await expect(call(sdk)).rejects.toMatchObject({ status })
  })
})
