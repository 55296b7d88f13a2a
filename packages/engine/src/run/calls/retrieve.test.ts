import { type FoundChunk, ZERO_USAGE, ReplaySettings } from '@lathe/contract'
import { graph } from '@lathe/graph/testing/documents'
import { expect, test } from 'vitest'
import { runRequest, startHarness } from '../../testing/run-harness.ts'
import { knowledgeSearch } from '../../tools/built-in.ts'
import type { FindDocuments } from './collection-search.ts'

const document = graph({
  state: { topic: { type: 'string' }, found: { type: 'array' } },
  input: ['topic'],
  output: ['found'],
  nodes: {
    search: { kind: 'retrieve', collection: 'docs', query: '{{topic}}', k: 2, writes: 'found' },
  },
  edges: ['start > search', 'search > end'],
})

const chunk: FoundChunk = {
  documentId: '0190b8f0-0000-7000-8000-000000000002',
  source: 'tides.md',
  url: null,
  metadata: { year: 2026 },
  position: 4,
  text: 'Tides follow the moon.',
  lines: { from: 3, to: 5 },
  score: 1,
  similarity: 0.8,
  ranks: { vector: 1, text: 1 },
}

const embedding = {
  connection: 'demo',
  model: 'demo-embedding',
  tokens: 3,
  dimensions: 512,
  startedAt: 1_000,
  durationMs: 2,
}

/** Finds one chunk and counts the searches. */
function finding(found: Awaited<ReturnType<FindDocuments>>) {
  const asked: Parameters<FindDocuments>[1][] = []
  const retrieve: FindDocuments = async (_, search, how) => {
    asked.push(search)
    how?.onWait?.({ for: 'requests', waitMs: 40 })
    return found
  }
  return { asked, retrieve }
}

const DOWN = { code: 'CONNECTION' as const, message: 'Nothing answers', retryable: true }

test('a search by words alone records why the query was not embedded', async () => {
  const byWords = { ...chunk, similarity: null, ranks: { vector: null, text: 1 } }
  const { retrieve } = finding({
    ok: true,
    chunks: [byWords],
    embedding: null,
    embeddingError: DOWN,
  })
  const { run } = await startHarness({ deps: { retrieve } })

  const { outcome, spans } = await run(runRequest(document, { topic: 'tides' }))

  expect(outcome).toMatchObject({ type: 'success' })
  expect(spans.find(({ kind }) => kind === 'retriever')?.outputs).toEqual({
    documents: [byWords],
    embeddingError: { code: 'CONNECTION', message: 'Nothing answers' },
  })
})

test('a search that finds no word while the provider is down fails', async () => {
  const { retrieve } = finding({ ok: true, chunks: [], embedding: null, embeddingError: DOWN })
  const { run } = await startHarness({ deps: { retrieve } })

  const { outcome } = await run(runRequest(document, { topic: 'tides' }))

  expect(outcome).toMatchObject({ type: 'error', error: { code: 'CONNECTION' } })
})

const refusing: FindDocuments = () => Promise.reject(new Error('asked in a replay'))

test('a search is a span with its query, results and waits', async () => {
  const { asked, retrieve } = finding({ ok: true, chunks: [chunk], embedding })
  const { run } = await startHarness({ deps: { retrieve } })

  const { outcome, spans, exchanges } = await run(runRequest(document, { topic: 'tides' }))

  const search = { collection: 'docs', query: 'tides', k: 2 }
  expect(asked).toEqual([search])
  expect(outcome).toMatchObject({
    type: 'success',
    output: { found: [{ n: 1, source: 'tides.md', lines: '3–5', similarity: 0.8 }] },
  })
  const span = spans.find(({ kind }) => kind === 'retriever')
  expect(span).toMatchObject({
    name: 'docs',
    status: 'success',
    inputs: search,
    outputs: { documents: [chunk] },
    events: [{ name: 'wait', attributes: { for: 'requests', waitMs: 40 } }],
  })
  expect(exchanges).toMatchObject([
    { kind: 'embedding' },
    { kind: 'retriever', spanId: span?.id, content: { request: search, result: [chunk] } },
  ])
})

const asking = graph({
  state: { topic: { type: 'string' }, found: { type: 'string' } },
  input: ['topic'],
  output: ['found'],
  nodes: {
    search: {
      kind: 'tool',
      tool: 'knowledge_search',
      args: { collection: { value: 'docs' }, query: { template: '{{topic}}' } },
      writes: 'found',
    },
  },
  edges: ['start > search', 'search > end'],
})

const usage = { ...ZERO_USAGE, input: 3 }

test.each([
  ['a node', document, 'retriever'],
  ['a tool', asking, 'tool'],
])('the cost of %s for its question is a separate call that replays for free', async (...row) => {
  const [, searching, around] = row
  const { retrieve } = finding({ ok: true, chunks: [chunk], embedding })
  const tools = [knowledgeSearch]
  const live = await startHarness({ deps: { retrieve }, tools })
  const recorded = await live.run(runRequest(searching, { topic: 'tides' }))
  const { run } = await startHarness({ deps: { retrieve: refusing }, tools })
  const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }

  const again = await run(runRequest(searching, { topic: 'tides' }, { replay }))

  for (const { outcome, spans } of [recorded, again]) {
    const span = spans.find(({ kind }) => kind === 'embedding')
    expect(outcome).toMatchObject({ type: 'success' })
    expect(span).toMatchObject({
      parentId: spans.find(({ kind }) => kind === around)?.id,
      name: 'demo-embedding',
      model: 'demo-embedding',
      provider: 'demo',
      usage,
    })
  }
  const [first, second] = [recorded, again].map(({ spans }) =>
    spans.find(({ kind }) => kind === 'embedding'),
  )
  expect(first).toMatchObject({ startedAt: 1_000, endedAt: 3_000, tags: [] })
  expect(second).toMatchObject({ tags: ['served'], cost: { total: 0 } })
})

test('tokens without a count are unknown instead of zero', async () => {
  const uncounted = { ...embedding, tokens: null }
  const { retrieve } = finding({ ok: true, chunks: [chunk], embedding: uncounted })
  const { run } = await startHarness({ deps: { retrieve } })

  const { spans } = await run(runRequest(document, { topic: 'tides' }))

  const span = spans.find(({ kind }) => kind === 'embedding')
  expect(span).toMatchObject({ status: 'success', usage: null, cost: null })
})

test('an exact replay returns the recorded results without a call', async () => {
  const live = await startHarness({
    deps: { retrieve: finding({ ok: true, chunks: [chunk], embedding }).retrieve },
  })
  const recorded = await live.run(runRequest(document, { topic: 'tides' }))
  const { run } = await startHarness({ deps: { retrieve: refusing } })
  const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }

  const again = await run(runRequest(document, { topic: 'tides' }, { replay }))

  expect(again.outcome).toMatchObject({
    type: 'success',
    output: recorded.outcome.type === 'success' ? recorded.outcome.output : null,
  })
  expect(again.exchanges).toMatchObject([
    { kind: 'retriever', servedBy: 'recording' },
    { kind: 'embedding', servedBy: 'recording' },
  ])
})

test('an exact replay of a run without the search reports that it is missing', async () => {
  const { run } = await startHarness({ deps: { retrieve: refusing } })
  const replay = { exchanges: [], settings: ReplaySettings.parse({}) }

  const { outcome } = await run(runRequest(document, { topic: 'tides' }, { replay }))

  expect(outcome).toMatchObject({ type: 'error', error: { code: 'RECORDING_MISS' } })
})

test('a failed search fails its node, in a replay too', async () => {
  const error = {
    code: 'AUTHENTICATION' as const,
    message: 'The key was refused',
    retryable: false,
  }
  const live = await startHarness({
    deps: { retrieve: finding({ ok: false, error, embedding: null }).retrieve },
  })
  const recorded = await live.run(runRequest(document, { topic: 'tides' }))
  const { run } = await startHarness({ deps: { retrieve: refusing } })
  const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }

  const again = await run(runRequest(document, { topic: 'tides' }, { replay }))

  for (const { outcome } of [recorded, again]) {
    expect(outcome).toMatchObject({ type: 'error', error: { ...error, node: 'search' } })
  }
})
