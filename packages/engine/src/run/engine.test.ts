import { describe, expect, test } from 'vitest'
import { graph, modelNode, oneModel } from '../testing/documents.ts'
import { eventsOf, ofKind, runRequest, startHarness } from '../testing/run-harness.ts'

describe('the execution of a graph', () => {
  const counting = {
    state: {
      n: { type: 'number' as const, reducer: 'sum' as const, default: 0 },
      list: { type: 'array' as const, reducer: 'append' as const, default: [] },
    },
    input: ['n'],
    output: ['n', 'list'],
  }

  test('reports the writes of each superstep, the writers and the next nodes', async () => {
    const { run } = await startHarness()
    const document = graph({
      ...counting,
      nodes: {
        a: { kind: 'set', values: { n: { value: 1 } } },
        b: { kind: 'set', values: { n: { value: 2 }, list: { value: ['b'] } } },
        c: { kind: 'set', values: { list: { value: ['c'] } } },
      },
      edges: ['start > a', 'a > b', 'a > c', 'b > end', 'c > end'],
    })

    const recorded = await run(runRequest(document, { n: 10 }))

    expect(recorded.outcome).toMatchObject({ output: { n: 13, list: ['b', 'c'] } })
    expect(
      eventsOf(recorded, 'state').map(({ superstep, channels, writers, next }) => ({
        superstep,
        channels,
        writers,
        next,
      })),
    ).toEqual([
      { superstep: 0, channels: { n: 10 }, writers: { n: ['start'] }, next: ['a'] },
      { superstep: 1, channels: { n: 11 }, writers: { n: ['a'] }, next: ['b', 'c'] },
      {
        superstep: 2,
        channels: { n: 13, list: ['b', 'c'] },
        writers: { n: ['b'], list: ['b', 'c'] },
        next: [],
      },
    ])
  })

  test('reports the state of a superstep before anything of the next', async () => {
    const { run } = await startHarness()
    const document = graph({
      ...counting,
      nodes: {
        a: { kind: 'set', values: { n: { value: 1 } } },
        b: { kind: 'set', values: { n: { value: 1 } } },
      },
      edges: ['start > a', 'a > b', 'b > end'],
    })

    const { events } = await run(runRequest(document, { n: 0 }))

    expect(
      events
        .filter(({ type }) => type !== 'span')
        .map((event) => ('node' in event ? `${event.type} ${event.node}` : event.type)),
    ).toEqual([
      'state',
      'node-start a',
      'node-end a',
      'state',
      'node-start b',
      'node-end b',
      'state',
    ])
  })

  test('counts supersteps from the start of the run, not of the thread', async () => {
    const { run } = await startHarness()
    const document = graph({
      ...counting,
      nodes: { a: { kind: 'set', values: { n: { value: 1 } } } },
      edges: ['start > a', 'a > end'],
    })
    const first = runRequest(document, { n: 0 })
    await run(first)

    const second = await run(runRequest(document, { n: 0 }, { threadId: first.threadId }))

    expect(second.outcome).toMatchObject({ output: { n: 2 } })
    expect(eventsOf(second, 'node-start')).toMatchObject([{ node: 'a', superstep: 1 }])
  })

  test('runs a loop once per round', async () => {
    const { run } = await startHarness()
    const document = graph({
      ...counting,
      nodes: {
        add: { kind: 'set', values: { n: { value: 1 } } },
        more: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'yes', when: 'n < 3' }] },
          else: 'no',
        },
      },
      edges: ['start > add', 'add > more', 'more.yes > add', 'more.no > end'],
    })

    const recorded = await run(runRequest(document, { n: 0 }))

    expect(
      eventsOf(recorded, 'node-start').map(({ node, superstep }) => `${node}${superstep}`),
    ).toEqual(['add1', 'more2', 'add3', 'more4', 'add5', 'more6'])
  })

  test('distinguishes the copies of a fan-out, each with its own calls', async () => {
    const { run } = await startHarness({ script: [{ match: 'one', reply: '1' }, { reply: '2' }] })
    const document = graph({
      state: {
        items: { type: 'array' },
        answers: { type: 'array', reducer: 'append', default: [] },
        text: { type: 'string', reducer: { code: 'update' } },
      },
      nodes: {
        each: modelNode('{{item}}'),
        join: { kind: 'set', defer: true, values: { answers: { expression: '[text]' } } },
      },
      edges: [
        { from: 'start', to: 'each', each: { of: 'items', as: 'item' } },
        'each > join',
        'join > end',
      ],
    })

    const recorded = await run(runRequest(document, { items: ['one', 'two', 'two'] }))

    const copies = ofKind(recorded, 'chain').filter(({ name }) => name === 'each')
    expect(copies).toHaveLength(3)
    expect(copies.map(({ element }) => element)).toEqual(['one', 'two', 'two'])
    const models = ofKind(recorded, 'model')
    expect(new Set(models.map(({ parentId }) => parentId))).toEqual(
      new Set(copies.map(({ id }) => id)),
    )
    const starts = eventsOf(recorded, 'node-start')
    expect(new Set(starts.map(({ taskId }) => taskId)).size).toBe(4)
    expect(starts.map(({ element }) => element)).toEqual(['one', 'two', 'two', undefined])
    const branches = recorded.exchanges.flatMap(({ kind, address }) =>
      kind === 'model' ? [address.branch] : [],
    )
    expect(new Set(branches).size).toBe(3)
  })

  test('reports a cached node', async () => {
    const { run } = await startHarness()
    const document = graph({
      ...counting,
      nodes: {
        a: { kind: 'set', values: { list: { expression: '[n]' } }, cache: { ttlSeconds: 60 } },
        b: { kind: 'set', values: { n: { value: 1 } } },
      },
      edges: ['start > a', 'a > b', 'b > end'],
    })
    await run(runRequest(document, { n: 5 }))

    const again = await run(runRequest(document, { n: 5 }))

    expect(again.outcome).toMatchObject({ output: { list: [5] } })
    expect(eventsOf(again, 'node-end').map(({ node, cached }) => [node, cached])).toEqual([
      ['a', true],
      ['b', false],
    ])
  })

  test('reports a retried node, with a span for each attempt', async () => {
    const { run } = await startHarness({ settings: { fault: '500', faultTimes: 3 } })
    const retry = { attempts: 2, initialMs: 10, factor: 2, maxMs: 100 }

    const recorded = await run(runRequest(oneModel({ retry }), { topic: 'x' }))

    expect(recorded.outcome.type).toBe('success')
    expect(eventsOf(recorded, 'retry').at(-1)).toMatchObject({
      node: 'write',
      code: 'PROVIDER_ERROR',
      attempt: 2,
      of: 2,
      waitMs: 10,
    })
    expect(ofKind(recorded, 'chain').map(({ status }) => status)).toEqual(['error', 'success'])
    const calls = recorded.exchanges.map(({ address, attempt }) => [address.ordinal, attempt])
    expect(calls).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
      [1, 1],
    ])
  })

  test('gives code the same clock and random numbers for the same seed and records them', async () => {
    const { run } = await startHarness()
    const document = graph({
      state: { n: { type: 'number' }, list: { type: 'array' } },
      nodes: {
        roll: {
          kind: 'code',
          code: 'return { list: [Math.random(), crypto.randomUUID()] }',
          writes: ['list'],
        },
      },
      edges: ['start > roll', 'roll > end'],
    })

    const first = await run(runRequest(document, { n: 0 }))
    const second = await run(runRequest(document, { n: 0 }))
    const other = await run(runRequest(document, { n: 0 }, { seed: 8 }))

    expect(second.outcome).toMatchObject({
      output: 'output' in first.outcome && first.outcome.output,
    })
    expect(other.outcome).not.toMatchObject({
      output: 'output' in first.outcome && first.outcome.output,
    })
    expect(first.exchanges).toMatchObject([
      {
        kind: 'world',
        address: { path: ['roll'] },
        content: { result: { seed: expect.any(String) } },
      },
    ])
  })

  test('records the logs of code on its span', async () => {
    const { run } = await startHarness()
    const document = graph({
      ...counting,
      nodes: { a: { kind: 'code', code: 'console.log("seen", n); return {}', writes: [] } },
      edges: ['start > a', 'a > end'],
    })

    const recorded = await run(runRequest(document, { n: 5 }))

    expect(ofKind(recorded, 'chain')[0]?.events).toMatchObject([
      { name: 'log', attributes: { line: 'seen 5' } },
    ])
  })
})
