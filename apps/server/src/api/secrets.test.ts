import { contract, GraphDocument, type RunDetail } from '@lathe/contract'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMockProvider, type MockProvider } from '@lathe/mock-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../testing/server-process.ts'

const KEY = 'sk-canary-key-0123456789'
const HEADER = 'canary-header-0123456789'

const document = (connection: string) =>
  GraphDocument.parse({
    format: 1,
    state: { question: { type: 'string' }, answer: { type: 'string' } },
    input: ['question'],
    output: ['answer'],
    nodes: {
      reply: {
        kind: 'model',
        model: { connection, name: 'demo-1' },
        prompt: { messages: [{ role: 'user', text: '{{question}}' }] },
        output: { text: 'answer' },
      },
    },
    edges: [
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ],
  })

let home: string
let server: ServerProcess
let mockProvider: MockProvider
let tactless: Server
const runs: RunDetail[] = []

const call = async (method: string, path: string, body?: unknown) => {
  const response = await server.call(method, path, body)
  return response.text()
}

/** A provider that rejects every key and repeats it in the error. */
function startTactless(): Server {
  return createServer((req, res) => {
    const message = `Incorrect API key provided: ${req.headers.authorization} ${String(req.headers['x-api-key'])}`
    res.writeHead(401, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ error: { message, code: 'invalid_api_key' } }))
  }).listen(0, '127.0.0.1')
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lathe-secrets-'))
  mockProvider = await startMockProvider()
  tactless = startTactless()
  await once(tactless, 'listening')
  const address = tactless.address()
  const port = typeof address === 'object' ? address?.port : 0
  server = await startServer({
    LATHE_HOME: home,
    LATHE_LOG_LEVEL: 'debug',
    LATHE_ALLOW_HOSTS: '127.0.0.1',
  })

  const urls = { polite: mockProvider.url, tactless: `http://127.0.0.1:${port}/v1` }
  for (const [name, baseUrl] of Object.entries(urls)) {
    const secrets = { key: KEY, defaultHeaders: { 'x-api-key': HEADER, 'x-team': 'blue' } }
    await call('POST', '/api/connections', { name, baseUrl, allowPrivate: true, ...secrets })
    await call('POST', '/api/agents', { name, document: document(name) })
    const started = { agent: name, version: 'draft', input: { question: 'Who are you?' } }
    runs.push(JSON.parse(await call('POST', '/api/runs/wait', started)))
    const mcpServer = { name, url: baseUrl, allowPrivate: true, secretHeaders: { 'x-key': KEY } }
    await call('POST', '/api/mcp-servers', mcpServer)
    await call('POST', `/api/mcp-servers/${name}/refresh`)
  }
  const hook = { webhookUrl: `http://127.0.0.1:${port}`, secret: KEY }
  const rule = { measure: 'count', comparison: 'above', threshold: 1, window: '1h' }
  await call('POST', '/api/alerts', { name: 'Many', ...rule, ...hook })
  await call('PATCH', '/api/forwarding', { endpoint: `http://127.0.0.1:${port}`, key: KEY })
})
afterAll(async () => {
  await server.stop()
  await mockProvider.close()
  tactless.close()
  await rm(home, { recursive: true, force: true })
})

const isTold = (text: string) => /canary/i.test(text)

test('the provider receives the key and secret headers', () => {
  expect(runs.map(({ status }) => status)).toEqual(['success', 'error'])
  expect(mockProvider.requests.find(({ headers }) => 'x-team' in headers)?.headers).toMatchObject({
    authorization: `Bearer ${KEY}`,
    'x-api-key': HEADER,
    'x-team': 'blue',
  })
})

/** Returns every path whose response describes these runs. */
async function addresses(): Promise<string[]> {
  const connections: { id: string }[] = JSON.parse(await call('GET', '/api/connections'))
  const spans = await Promise.all(
    runs.map(async ({ id }) => {
      const trace: { spans: { id: string }[] } = JSON.parse(await call('GET', `/api/traces/${id}`))
      return trace.spans.map((span) => `traces/${id}/spans/${span.id}`)
    }),
  )
  const replays = await Promise.all(
    runs.map(async ({ id }) => {
      const sent = { traceId: id, mode: 'version', version: 'draft' }
      const replay: { id: string } = JSON.parse(await call('POST', '/api/replays/wait', sent))
      return replay.id
    }),
  )
  const base = { type: 'agent', agent: runs[0]?.agentSlug ?? '', version: 'draft' }
  const plan = {
    variants: [{ key: 'a', name: 'A', base }],
    cases: [{ key: 'one', input: { question: 'Why?' } }],
    evaluators: [{ key: 'x', name: 'X', evaluator: { kind: 'exact' } }],
  }
  const comparison: { id: string } = JSON.parse(
    await call('POST', '/api/comparisons', { name: 'Secrets', plan }),
  )
  await call('POST', `/api/comparisons/${comparison.id}/run`)
  const suite: { id: string } = JSON.parse(
    await call('POST', '/api/suites', { name: 'Kept', comparison: comparison.id, variant: 'a' }),
  )
  const dataset: { id: string } = JSON.parse(await call('POST', '/api/datasets', { name: 'All' }))
  await call('POST', `/api/datasets/${dataset.id}/traces`, {})
  const ofDataset = ['', '/examples', '/versions', '/duplicates', '/experiments']
  const messages = [{ role: 'user', text: '{{question}}' }]
  await call('POST', '/api/prompts', { name: 'ask', content: { messages } })
  const ofPrompt = ['', '/versions', '/versions/1', '/uses', '/metrics']
  const alerts: { id: string }[] = JSON.parse(await call('GET', '/api/alerts'))
  const traceIds = runs.map(({ id }) => id)
  const batch: { id: string } = JSON.parse(
    await call('POST', '/api/replay-batches', { traceIds, settings: {} }),
  )
  const hour = 3_600_000_000
  const range = `from=${(runs[0]?.createdAt ?? 0) - hour}&to=${(runs[0]?.createdAt ?? 0) + hour}`
  const lists =
    'about agents connections prices prices/list replays runs templates threads tools mcp-servers traces rejected-items memory/namespaces collections forwarding alerts retention saved-views trace-facets openapi.json'
  const ofAgent = ['', '/draft', '/versions']
  const ofRun = ['', '/graph', '/events']
  const ofTrace = ['outline', 'details', 'exchanges', 'capsule', 'feedback', 'shares', 'find?q=key']
  const ofThread = ['', '/state', '/history', '/turns', '/tree']
  return [
    ...lists.split(' '),
    `metrics/series?${range}`,
    `metrics/groups?${range}&by=model`,
    'metrics/runs',
    ...runs.flatMap(({ agentSlug }) => ofAgent.map((part) => `agents/${agentSlug}${part}`)),
    ...runs.flatMap(({ id }) => ofRun.map((part) => `runs/${id}${part}`)),
    ...runs.flatMap(({ id }) => [`traces/${id}`, ...ofTrace.map((part) => `traces/${id}/${part}`)]),
    ...runs.flatMap(({ threadId }) => ofThread.map((part) => `threads/${threadId}${part}`)),
    `replay-batches/${batch.id}`,
    ...alerts.flatMap(({ id }) => [`alerts/${id}`, `alerts/${id}/incidents`]),
    'prompts',
    ...ofPrompt.map((part) => `prompts/ask${part}`),
    'datasets',
    ...ofDataset.map((part) => `datasets/${dataset.id}${part}`),
    'experiments',
    'comparisons',
    `comparisons/${comparison.id}`,
    'suites',
    `suites/${suite.id}`,
    ...replays.flatMap((id) => [`replays/${id}`, `traces/${id}/exchanges`]),
    ...connections.map(({ id }) => `connections/${id}/models`),
    ...spans.flat(),
  ]
}

test('API responses do not contain secrets', async () => {
  const leaks: string[] = []
  for (const path of await addresses()) {
    if (isTold(await call('GET', `/api/${path}`))) leaks.push(path)
  }

  expect(leaks).toEqual([])
  expect(isTold(JSON.stringify(runs))).toBe(false)
})

test('updating or testing a connection does not return its secrets', async () => {
  const connections: { id: string }[] = JSON.parse(await call('GET', '/api/connections'))

  const answers = await Promise.all(
    connections.flatMap(({ id }) => [
      call('POST', `/api/connections/${id}/test`),
      call('PATCH', `/api/connections/${id}`, { timeoutMs: 5_000 }),
    ]),
  )

  expect(answers.filter(isTold)).toEqual([])
})

test('database and log do not contain secrets', async () => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())

  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  )

  expect(files.map(({ name }) => name)).toContain('lathe.db')
  expect(files.filter((_, index) => isTold(texts[index] ?? '')).map(({ name }) => name)).toEqual([])
})

test('every group of procedures is covered', () => {
  expect(Object.keys(contract).toSorted()).toEqual(
    [
      'agents',
      'alerts',
      'capsules',
      'comparisons',
      'datasets',
      'experiments',
      'prompts',
      'forwarding',
      'mcp',
      'knowledge',
      'memory',
      'metrics',
      'models',
      'replayBatches',
      'replays',
      'retention',
      'runs',
      'savedViews',
      'feedbackConfigs',
      'suites',
      'system',
      'threads',
      'tools',
      'traces',
    ].toSorted(),
  )
})
