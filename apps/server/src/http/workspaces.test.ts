import { contract } from '@lathe/contract'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { appendSpans } from '../db/spans/append-spans.ts'
import { emptyDocument } from '@lathe/graph'
import { describeDatabases } from '../testing/databases.ts'
import { settingDocument } from '../testing/documents.ts'
import { span } from '../testing/span-factory.ts'
import { createTestApp } from '../testing/test-app.ts'
import { declareErrors } from './mount-contract.ts'
import { router } from './router.ts'

const OTHER = '00000000-0000-7000-8000-000000000002'

type Theirs = Record<
  | 'agent'
  | 'thread'
  | 'deletedThread'
  | 'run'
  | 'trace'
  | 'span'
  | 'feedback'
  | 'share'
  | 'connection'
  | 'price'
  | 'tape'
  | 'comparison'
  | 'suite'
  | 'dataset'
  | 'prompt'
  | 'example'
  | 'tool'
  | 'mcpServer'
  | 'view'
  | 'collection'
  | 'document',
  string
>

const input = { question: 'Why?' }
const prompted = { messages: [{ role: 'user' as const, text: 'Why {{it}}?' }] }
const range = { from: 0, to: 1_000_000_000 }

/** How each procedure is asked about another workspace's things; null where it takes no id. */
const asked: Record<string, null | ((theirs: Theirs) => unknown)> = {
  'agents.list': () => ({}),
  'agents.get': ({ agent }) => ({ agent }),
  'agents.create': null,
  'agents.rename': ({ agent }) => ({ agent, name: 'Mine' }),
  'agents.delete': ({ agent }) => ({ agent }),
  'agents.restore': ({ agent }) => ({ id: agent }),
  'agents.templates': null,
  'agents.draft': ({ agent }) => ({ agent }),
  'agents.saveDraft': ({ agent }) => ({ agent, revision: 1, document: emptyDocument() }),
  'agents.check': null,
  'agents.liveThreads': ({ agent }) => ({ agent }),
  'agents.versions': ({ agent }) => ({ agent }),
  'agents.version': ({ agent }) => ({ agent, number: 1 }),
  'agents.saveVersion': ({ agent }) => ({ agent, revision: 1 }),
  'agents.publish': ({ agent }) => ({ agent, number: 1 }),
  'runs.list': ({ agent }) => ({ agent }),
  'runs.start': ({ agent }) => ({ agent, input }),
  'runs.wait': ({ agent }) => ({ agent, input }),
  'runs.stream': ({ agent }) => ({ agent, input }),
  'runs.get': ({ run }) => ({ id: run }),
  'runs.graph': ({ run }) => ({ id: run }),
  'runs.callees': ({ run }) => ({ id: run }),
  'runs.events': ({ run }) => ({ id: run }),
  'runs.cancel': ({ run }) => ({ id: run }),
  'runs.resume': ({ run }) => ({ id: run, answers: {} }),
  'comparisons.list': () => ({}),
  'comparisons.create': null,
  'comparisons.get': ({ comparison }) => ({ id: comparison }),
  'comparisons.edit': ({ comparison }) => ({ id: comparison, revision: 1, name: 'Mine' }),
  'comparisons.delete': ({ comparison }) => ({ id: comparison }),
  'comparisons.restore': ({ comparison }) => ({ id: comparison }),
  'comparisons.run': ({ comparison }) => ({ id: comparison }),
  'comparisons.verdict': ({ comparison }) => ({ id: comparison, by: 'latency' }),
  'suites.list': () => ({}),
  'suites.create': ({ comparison }) => ({ name: 'Mine', comparison, variant: 'a' }),
  'suites.get': ({ suite }) => ({ id: suite }),
  'suites.edit': ({ suite }) => ({ id: suite, name: 'Mine' }),
  'suites.run': ({ suite }) => ({ id: suite }),
  'suites.delete': ({ suite }) => ({ id: suite }),
  'suites.restore': ({ suite }) => ({ id: suite }),
  'comparisons.export': ({ comparison }) => ({ id: comparison, format: 'csv' }),
  'comparisons.stop': ({ comparison }) => ({ id: comparison }),
  'comparisons.try': ({ comparison, run }) => ({
    id: comparison,
    cell: run,
    evaluator: { kind: 'code', source: 'true' },
  }),
  'comparisons.rate': ({ comparison, run }) => ({
    id: comparison,
    cell: run,
    check: 'human',
    passes: true,
  }),
  'comparisons.vote': ({ comparison, run }) => ({
    id: comparison,
    first: run,
    second: run,
    winner: 'tie',
  }),
  'replayBatches.start': ({ agent }) => ({ filter: { agent }, settings: {} }),
  'replayBatches.get': ({ run }) => ({ id: run }),
  'replayBatches.stop': ({ run }) => ({ id: run }),
  'replayBatches.resume': ({ run }) => ({ id: run }),
  'replays.start': ({ trace }) => ({ traceId: trace }),
  'replays.wait': ({ trace }) => ({ traceId: trace }),
  'replays.toTest': ({ trace }) => ({ id: trace }),
  'replays.get': ({ run }) => ({ id: run }),
  'replays.list': ({ trace }) => ({ traceId: trace }),
  'capsules.get': ({ trace }) => ({ id: trace }),
  'capsules.import': null,
  'threads.list': () => ({}),
  'threads.create': ({ agent }) => ({ agent }),
  'agents.callers': ({ agent }) => ({ agent }),
  'agents.callees': () => ({ refs: [{ agent: 'theirs' }] }),
  'threads.get': ({ thread }) => ({ id: thread }),
  'threads.rename': ({ thread }) => ({ id: thread, title: 'Mine' }),
  'threads.delete': ({ thread }) => ({ id: thread }),
  'threads.restore': ({ deletedThread }) => ({ id: deletedThread }),
  'threads.state': ({ thread }) => ({ id: thread }),
  'threads.turns': ({ thread }) => ({ id: thread }),
  'threads.history': ({ thread }) => ({ id: thread }),
  'threads.tree': ({ thread }) => ({ id: thread }),
  'threads.checkpoint': ({ thread }) => ({ id: thread, checkpointId: 'theirs' }),
  'traces.rejected': () => ({}),
  'traces.list': () => ({}),
  'traces.facets': () => ({}),
  'traces.histogram': () => ({}),
  'traces.differences': () => ({ these: 'status:error', those: 'status:success' }),
  'traces.tag': ({ trace }) => ({ ids: [trace], add: ['mine'] }),
  'traces.deleteMany': ({ trace }) => ({ ids: [trace] }),
  'retention.get': () => ({}),
  'retention.set': null,
  'retention.preview': () => ({ rules: [{ maxAgeDays: 1 }] }),
  'retention.apply': () => ({}),
  'prompts.list': () => ({}),
  'prompts.create': null,
  'prompts.get': () => ({ prompt: 'theirs' }),
  'prompts.edit': () => ({ prompt: 'theirs', description: 'Mine' }),
  'prompts.delete': () => ({ prompt: 'theirs' }),
  'prompts.restore': ({ prompt }) => ({ id: prompt }),
  'prompts.versions': () => ({ prompt: 'theirs' }),
  'prompts.version': () => ({ prompt: 'theirs', version: 1 }),
  'prompts.commit': () => ({ prompt: 'theirs', content: prompted }),
  'prompts.label': () => ({ prompt: 'theirs', label: 'mine', version: 1 }),
  'prompts.uses': () => ({ prompt: 'theirs' }),
  'prompts.metrics': () => ({ prompt: 'theirs' }),
  'datasets.list': () => ({}),
  'datasets.create': null,
  'datasets.get': ({ dataset }) => ({ dataset }),
  'datasets.edit': ({ dataset }) => ({ dataset, name: 'Mine' }),
  'datasets.delete': ({ dataset }) => ({ dataset }),
  'datasets.restore': ({ dataset }) => ({ id: dataset }),
  'datasets.examples': () => ({ dataset: 'Theirs' }),
  'datasets.change': ({ dataset, example }) => ({ dataset, remove: [example] }),
  'datasets.addTraces': ({ dataset, trace }) => ({ dataset, ids: [trace] }),
  'datasets.experiments': ({ dataset }) => ({ dataset }),
  'experiments.list': () => ({}),
  'experiments.results': ({ dataset }) => ({ ids: [dataset] }),
  'datasets.versions': ({ dataset }) => ({ dataset }),
  'datasets.tag': ({ dataset }) => ({ dataset, tag: 'mine', version: 1 }),
  'datasets.diff': ({ dataset }) => ({ dataset, from: 0, to: 1 }),
  'datasets.revert': ({ dataset }) => ({ dataset, version: 1 }),
  'datasets.duplicates': ({ dataset }) => ({ dataset }),
  'savedViews.list': () => ({}),
  'savedViews.create': null,
  'savedViews.edit': ({ view }) => ({ id: view, name: 'Mine' }),
  'savedViews.delete': ({ view }) => ({ id: view }),
  'traces.get': ({ trace }) => ({ id: trace }),
  'traces.skeleton': ({ trace }) => ({ id: trace }),
  'traces.span': ({ trace, span }) => ({ traceId: trace, spanId: span }),
  'traces.exchanges': ({ trace }) => ({ id: trace }),
  'traces.details': ({ trace }) => ({ id: trace }),
  'traces.find': ({ trace }) => ({ id: trace, q: 'Why' }),
  'traces.attachments': ({ trace, span }) => ({ traceId: trace, spanId: span }),
  'traces.feedback': ({ trace }) => ({ id: trace }),
  'traces.addFeedback': ({ trace, span }) => ({ traceId: trace, spanId: span, key: 'thumbs' }),
  'traces.editFeedback': ({ feedback }) => ({ id: feedback, comment: 'Mine' }),
  'traces.deleteFeedback': ({ feedback }) => ({ id: feedback }),
  'traces.shares': ({ trace }) => ({ id: trace }),
  'traces.share': ({ trace, span }) => ({ traceId: trace, spanId: span }),
  'traces.revokeShare': ({ share }) => ({ token: share }),
  'traces.delete': ({ trace }) => ({ id: trace }),
  'mcp.list': () => undefined,
  'mcp.create': null,
  'mcp.edit': ({ mcpServer }) => ({ id: mcpServer, allowPrivate: true }),
  'mcp.delete': ({ mcpServer }) => ({ id: mcpServer }),
  'mcp.restore': ({ mcpServer }) => ({ id: mcpServer }),
  'mcp.refresh': () => ({ name: 'theirs' }),
  'mcp.enable': () => ({ name: 'theirs', tools: ['echo'] }),
  'knowledge.collections': () => undefined,
  'knowledge.collection': ({ collection }) => ({ id: collection }),
  'knowledge.uses': ({ collection }) => ({ id: collection }),
  'knowledge.createCollection': null,
  'knowledge.editCollection': ({ collection }) => ({ id: collection, description: 'Mine' }),
  'knowledge.deleteCollection': ({ collection }) => ({ id: collection }),
  'knowledge.restoreCollection': ({ collection }) => ({ id: collection }),
  'knowledge.documents': ({ collection }) => ({ id: collection }),
  'knowledge.preview': null,
  'knowledge.addDocument': ({ collection }) => ({
    id: collection,
    source: { type: 'text', name: 'Mine', text: 'Mine' },
  }),
  'knowledge.document': ({ document }) => ({ id: document }),
  'knowledge.editDocument': ({ document }) => ({ id: document, name: 'Mine' }),
  'knowledge.refreshDocument': ({ document }) => ({ id: document }),
  'knowledge.deleteDocument': ({ document }) => ({ id: document }),
  'knowledge.restoreDocument': ({ document }) => ({ id: document }),
  'knowledge.index': ({ collection }) => ({ id: collection }),
  'knowledge.stopIndexing': ({ collection }) => ({ id: collection }),
  'knowledge.passages': ({ collection }) => ({ id: collection }),
  'knowledge.search': ({ collection }) => ({ id: collection, query: 'theirs' }),
  'memory.namespaces': () => ({}),
  'memory.items': () => ({}),
  'memory.put': null,
  'memory.delete': () => ({ namespace: ['theirs'], key: 'secret' }),
  'models.connections': () => ({}),
  'models.createConnection': null,
  'models.editConnection': ({ connection }) => ({ id: connection, allowPrivate: true }),
  'models.deleteConnection': ({ connection }) => ({ id: connection }),
  'models.testConnection': ({ connection }) => ({ id: connection }),
  'models.list': ({ connection }) => ({ id: connection }),
  'models.prices': () => ({}),
  'models.setPrice': null,
  'models.newListPrices': () => ({}),
  'models.takeListPrices': null,
  'models.deletePrice': ({ price }) => ({ id: price }),
  'models.previewRepricing': () => ({}),
  'models.reprice': () => ({}),
  'metrics.series': ({ agent }) => ({ ...range, agent }),
  'metrics.groups': ({ agent }) => ({ ...range, agent, by: 'agent' }),
  'metrics.feedback': () => range,
  'metrics.perRun': () => ({}),
  'forwarding.get': () => ({}),
  'forwarding.edit': null,
  'forwarding.retry': () => ({}),
  'forwarding.discard': () => ({}),
  'tools.list': null,
  'tools.catalogue': () => undefined,
  'tools.get': () => ({ name: 'theirs' }),
  'tools.create': null,
  'tools.readOpenApi': null,
  'tools.importOpenApi': null,
  'tools.edit': ({ tool }) => ({ id: tool, description: 'Mine' }),
  'tools.delete': ({ tool }) => ({ id: tool }),
  'tools.restore': ({ tool }) => ({ id: tool }),
  'tools.try': () => ({ name: 'theirs', args: {} }),
  'system.about': null,
}

const procedures = Object.entries(contract).flatMap(([group, routes]) =>
  Object.keys(routes).map((name) => `${group}.${name}`),
)

test('every procedure is asked', () => {
  expect(Object.keys(asked).toSorted()).toEqual(procedures.toSorted())
})

describeDatabases('another workspace', (db) => {
  const fillOther = async (): Promise<Theirs> => {
    const at = Date.now() * 1000
    await db()
      .insertInto('workspaces')
      .values({ id: OTHER, name: 'other', created_at: at })
      .execute()
    const embed = async () => ({ ok: true as const, vectors: [[1, 0]], tokens: 1 })
    const { client, context } = createTestApp(db(), { workspaceId: OTHER, context: { embed } })
    const agent = await client.agents.create({ name: 'Theirs', document: settingDocument() })
    await client.agents.saveVersion({ agent: agent.id, revision: 1, publish: true })
    const run = await client.runs.start({ agent: agent.id, input })
    const gone = await client.threads.create({ agent: agent.id })
    await client.threads.delete({ id: gone.id })
    const root = span({ id: run.id })
    await appendSpans(db(), OTHER, [root], { agentId: agent.id, runId: run.id })
    const place = { traceId: root.traceId, spanId: root.id }
    const feedback = await client.traces.addFeedback({ ...place, key: 'thumbs' })
    const share = await client.traces.share(place)
    const connection = await client.models.createConnection({ name: 'x', baseUrl: 'http://x/v1' })
    const plan = { variants: [], cases: [] }
    const comparison = await client.comparisons.create({ name: 'Theirs', plan })
    const watched = await client.comparisons.create({
      name: 'Theirs',
      plan: {
        variants: [{ key: 'a', name: 'A', base: { type: 'agent', agent: 'theirs', version: 1 } }],
        cases: [{ key: 'one', input }],
        checks: [{ key: 'x', name: 'X', evaluator: { kind: 'exact' } }],
      },
    })
    const suite = await client.suites.create({
      name: 'Theirs',
      comparison: watched.id,
      variant: 'a',
    })
    const prompt = await client.prompts.create({ name: 'theirs', content: prompted })
    await client.prompts.label({ prompt: 'theirs', label: 'production', version: 1 })
    const dataset = await client.datasets.create({ name: 'Theirs' })
    const put = [{ inputs: { theirs: true } }]
    const { ids } = await client.datasets.change({ dataset: dataset.id, put })
    const memory = { namespace: ['theirs'], key: 'secret', value: { agent: agent.id } }
    await client.memory.put(memory)
    const price = await client.models.setPrice({ pattern: '*', input: 1, output: 1 })
    const mcpServer = await client.mcp.create({ name: 'theirs', url: 'http://127.0.0.1:1/mcp' })
    const tool = await client.tools.create({
      name: 'theirs',
      description: 'Theirs',
      schema: { type: 'object' },
      effect: 'pure',
      config: { kind: 'code', code: '1' },
    })
    const view = await client.savedViews.create({ name: 'Theirs', filter: 'status:error' })
    const collection = await client.knowledge.createCollection({
      name: 'theirs',
      embedding: { connection: 'practice', model: 'practice-embedding' },
    })
    const document = await client.knowledge.addDocument({
      id: collection.id,
      source: { type: 'text', name: 'Theirs', text: 'Theirs alone' },
    })
    await context.indexing.drain()
    return {
      view: view.id,
      agent: agent.id,
      collection: collection.id,
      document: document.id,
      thread: run.threadId,
      deletedThread: gone.id,
      run: run.id,
      trace: root.traceId,
      span: root.id,
      feedback: feedback.id,
      share: share.token,
      connection: connection.id,
      price: price.id,
      tape: root.id,
      comparison: comparison.id,
      suite: suite.id,
      dataset: dataset.id,
      prompt: prompt.id,
      example: ids[0] ?? '',
      tool: tool.id ?? '',
      mcpServer: mcpServer.id ?? '',
    }
  }
  const everything = async () => {
    const tables = [
      'store_items',
      'comparisons',
      'datasets',
      'prompts',
      'prompt_versions',
      'prompt_labels',
      'dataset_versions',
      'dataset_tags',
      'dataset_examples',
      'agents',
      'agent_versions',
      'runs',
      'threads',
      'deleted_threads',
      'connections',
      'suites',
      'traces',
      'saved_views',
      'feedback',
      'trace_shares',
      'tools',
      'mcp_servers',
      'collections',
      'collection_documents',
    ] as const
    const rows = await Promise.all(
      tables.map((table) => db().selectFrom(table).selectAll().execute()),
    )
    return JSON.stringify(rows)
  }

  test.each(procedures.filter((name) => asked[name] !== null))(
    'stays closed to %s',
    async (name) => {
      const theirs = await fillOther()
      const { context } = createTestApp(db())
      const client = createRouterClient(router, { context, interceptors: [declareErrors] })
      const [group = '', verb = ''] = name.split('.')
      const call = Reflect.get(Reflect.get(client, group), verb) as (
        sent: unknown,
      ) => Promise<unknown>
      const before = await everything()

      const answer = await call(asked[name]?.(theirs)).catch((error: unknown) => error)

      const refusal = answer instanceof Error ? String(Reflect.get(answer, 'code')) : 'none'
      expect(refusal).toMatch(/^(none|NO_SUCH_[A-Z_]+)$/)
      const told = refusal === 'none' ? JSON.stringify(answer) : ''
      for (const id of Object.values(theirs)) expect(told).not.toContain(id)
      expect(await everything()).toBe(before)
    },
  )
})
