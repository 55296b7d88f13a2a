import type { Db } from '../platform/db/db.ts'
import { appendSpans } from '../traces/store/append-spans.ts'
import { ensureProject } from '../traces/ingest/projects.store.ts'
import { settingDocument } from '../testing/documents.ts'
import { span } from '../testing/span-factory.ts'
import { createTestApp } from '../testing/test-app.ts'

const OTHER = '00000000-0000-7000-8000-000000000002'

/** Ids of another workspace's objects. */
export type Theirs = Record<
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
  | 'recordedTrace'
  | 'comparison'
  | 'suite'
  | 'dataset'
  | 'experiment'
  | 'prompt'
  | 'example'
  | 'tool'
  | 'mcpServer'
  | 'view'
  | 'config'
  | 'alert'
  | 'collection'
  | 'document',
  string
>

export const input = { question: 'Why?' }
export const prompted = { messages: [{ role: 'user' as const, text: 'Why {{it}}?' }] }

export const watching = {
  measure: 'count',
  comparison: 'above',
  threshold: 5,
  window: '1h',
} as const

/** Fills a workspace with one object of each kind. */
export async function fillOther(db: Db): Promise<Theirs> {
  const timestamp = Date.now() * 1000
  await db
    .insertInto('workspaces')
    .values({ id: OTHER, name: 'other', created_at: timestamp })
    .execute()
  const embed = async () => ({ ok: true as const, vectors: [[1, 0]], tokens: 1 })
  const { client, context } = createTestApp(db, { workspaceId: OTHER, context: { embed } })
  const agent = await client.agents.create({ name: 'Theirs', document: settingDocument() })
  await client.agents.saveVersion({ agent: agent.id, revision: 1, publish: true })
  const run = await client.runs.start({ agent: agent.id, input })
  const deletedThread = await client.threads.create({ agent: agent.id })
  await client.threads.delete({ id: deletedThread.id })
  const root = span({ id: run.id })
  await appendSpans(db, OTHER, [root], { agentId: agent.id, runId: run.id })
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
      evaluators: [{ key: 'x', name: 'X', evaluator: { kind: 'exact' } }],
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
  const { row: experiment } = await ensureProject(db, OTHER, {
    name: 'Theirs',
    referenceDatasetId: dataset.id,
    createdAt: timestamp,
  })
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
  const alert = await client.alerts.create({ name: 'Theirs', ...watching })
  const view = await client.savedViews.create({ name: 'Theirs', filter: 'status:error' })
  const config = await client.feedbackConfigs.set({ key: 'theirs', type: 'continuous' })
  const collection = await client.knowledge.createCollection({
    name: 'theirs',
    embedding: { connection: 'demo', model: 'demo-embedding' },
  })
  const document = await client.knowledge.addDocument({
    id: collection.id,
    source: { type: 'text', name: 'Theirs', text: 'Theirs alone' },
  })
  await context.indexing.drain()
  return {
    view: view.id,
    config: config.key,
    alert: alert.id,
    agent: agent.id,
    collection: collection.id,
    document: document.id,
    thread: run.threadId,
    deletedThread: deletedThread.id,
    run: run.id,
    trace: root.traceId,
    span: root.id,
    feedback: feedback.id,
    share: share.token,
    connection: connection.id,
    price: price.id,
    recordedTrace: root.id,
    comparison: comparison.id,
    suite: suite.id,
    dataset: dataset.id,
    experiment: experiment.id,
    prompt: prompt.id,
    example: ids[0] ?? '',
    tool: tool.id ?? '',
    mcpServer: mcpServer.id ?? '',
  }
}
