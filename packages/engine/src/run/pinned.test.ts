import { describe, expect, test } from 'vitest'
import { graph, modelNode, oneModel } from '../testing/documents.ts'
import { eventsOf, ofKind, runRequest, startHarness } from '../testing/run-harness.ts'

describe('a pinned node', () => {
  test('writes its pinned values without being executed', async () => {
    const { run, mockProvider } = await startHarness()
    const options = { pinned: { write: { writes: { text: 'pinned' } } } }

    const recorded = await run(runRequest(oneModel(), { topic: 'x' }, { runOptions: options }))

    expect(recorded.outcome).toMatchObject({ type: 'success', output: { text: 'pinned' } })
    expect(mockProvider.requests).toEqual([])
    expect(eventsOf(recorded, 'node-end')).toMatchObject([{ node: 'write', pinned: true }])
    expect(ofKind(recorded, 'chain')).toMatchObject([
      { outputs: { text: 'pinned' }, metadata: { pinned: true } },
    ])
  })

  test('takes the pinned port', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number' }, text: { type: 'string' } },
      nodes: {
        choose: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'low', when: 'n < 5' }] },
          else: 'high',
        },
        low: { kind: 'set', values: { text: { value: 'low' } } },
        high: { kind: 'set', values: { text: { value: 'high' } } },
      },
      edges: [
        'start > choose',
        'choose.low > low',
        'choose.high > high',
        'low > end',
        'high > end',
      ],
    })
    const options = { pinned: { choose: { writes: {}, port: 'high' } } }

    const recorded = await run(runRequest(document, { n: 1 }, { runOptions: options }))

    expect(recorded.outcome).toMatchObject({ output: { text: 'high' } })
    const span = ofKind(recorded, 'chain').find(({ node }) => node === 'choose')
    expect(span?.events).toMatchObject([{ name: 'way', attributes: { port: 'high' } }])
  })

  test('stores nothing in the cache for runs that execute it', async () => {
    const { run, mockProvider } = await startHarness({ script: [{ reply: 'Real.' }] })
    const document = oneModel({ cache: { ttlSeconds: 60 } })
    const options = { pinned: { write: { writes: { text: 'pinned' } } } }
    await run(runRequest(document, { topic: 'x' }, { runOptions: options }))

    const { outcome } = await run(runRequest(document, { topic: 'x' }))

    expect(outcome).toMatchObject({ output: { text: 'Real.' } })
    expect(mockProvider.requests).toHaveLength(1)
  })

  test('fails if the pinned value does not fit its channel', async () => {
    const { run } = await startHarness()
    const options = { pinned: { write: { writes: { text: 5 } } } }

    const { outcome } = await run(runRequest(oneModel(), { topic: 'x' }, { runOptions: options }))

    expect(outcome).toMatchObject({ type: 'error', error: { node: 'write' } })
  })
})

describe('a single node', () => {
  const chain = graph({
    state: {
      topic: { type: 'string' },
      notes: { type: 'array', reducer: 'append', default: ['default'] },
      text: { type: 'string' },
    },
    nodes: {
      first: modelNode('First {{topic}}'),
      second: modelNode('Second {{#notes}}{{.}},{{/notes}} {{text}}', {
        output: { text: 'notes' },
      }),
      last: modelNode('Last'),
    },
    edges: ['start > first', 'first > second', 'second > last', 'last > end'],
  })

  test('runs with the given state, and its writes are the output', async () => {
    const { run, mockProvider } = await startHarness({ script: [{ reply: 'Alone.' }] })
    const input = { notes: ['one', 'two'], text: 'given' }

    const recorded = await run(runRequest(chain, input, { runOptions: { only: 'second' } }))

    expect(recorded.outcome).toMatchObject({ type: 'success', output: { notes: 'Alone.' } })
    expect(mockProvider.requests).toHaveLength(1)
    expect(JSON.stringify(mockProvider.requests[0]?.body)).toContain('Second one,two, given')
    expect(eventsOf(recorded, 'node-end')).toMatchObject([{ node: 'second', status: 'success' }])
    expect(recorded.outcome.totals.usage.input).toBeGreaterThan(0)
  })

  test('gets its element in a fan-out', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { items: { type: 'array' }, seen: { type: 'array', reducer: 'append', default: [] } },
      nodes: { each: { kind: 'set', values: { seen: { expression: '[item.name]' } } } },
      edges: [
        { from: 'start', to: 'each', each: { of: 'items', as: 'item', max: 5 } },
        'each > end',
      ],
    })
    const input = { item: { name: 'x' } }

    const { outcome } = await run(runRequest(document, input, { runOptions: { only: 'each' } }))

    expect(outcome).toMatchObject({ type: 'success', output: { seen: ['x'] } })
  })

  test('runs a pinned node with a conditional edge to its end', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number' } },
      nodes: {
        choose: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'low', when: 'n < 5' }] },
          else: 'high',
        },
      },
      edges: ['start > choose', 'choose.low > choose', 'choose.high > end'],
    })

    const recorded = await run(runRequest(document, { n: 1 }, { runOptions: { only: 'choose' } }))

    expect(recorded.outcome.type).toBe('success')
    expect(ofKind(recorded, 'chain')[0]?.events).toMatchObject([
      { name: 'way', attributes: { port: 'low' } },
    ])
  })

  test('reports its failure', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number' } },
      nodes: { code: { kind: 'code', code: 'throw new Error("no")', writes: ['n'] } },
      edges: ['start > code', 'code > end', 'code.error > end'],
    })

    const { outcome } = await run(runRequest(document, { n: 1 }, { runOptions: { only: 'code' } }))

    expect(outcome).toMatchObject({ type: 'error', error: { code: 'CODE_ERROR', node: 'code' } })
  })
})
