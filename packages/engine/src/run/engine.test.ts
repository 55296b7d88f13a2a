import { describe, expect, test } from 'vitest'
import { Exchange, RunEventBody, SpanDetail } from '@lathe/contract'
import { graph, modelNode, oneModel, practiceModel } from '../testing/documents.ts'
import { eventsOf, ofKind } from '../testing/recorded.ts'
import { runRequest, startHarness } from '../testing/run-harness.ts'
import { calculator } from '../tools/calculator.ts'

describe('a model call', () => {
  test('streams tokens, and its span holds the whole of it', async () => {
    const { run } = await startHarness({ script: [{ reply: 'Tides come from the moon.' }] })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(recorded.outcome).toMatchObject({
      type: 'success',
      output: { text: 'Tides come from the moon.' },
    })
    const [model] = ofKind(recorded, 'model')
    expect(model).toMatchObject({
      name: 'practice-fast',
      provider: 'practice',
      node: 'write',
      superstep: 1,
      status: 'success',
      firstTokenAt: expect.any(Number),
      usage: { input: expect.any(Number), output: expect.any(Number) },
      inputs: { messages: [{ role: 'user', content: 'Tides?' }] },
      outputs: {
        message: { role: 'assistant', content: 'Tides come from the moon.', id: model?.id },
        finishReason: 'stop',
      },
    })
    const tokens = eventsOf(recorded, 'token')
    expect(tokens.map(({ text }) => text).join('')).toBe('Tides come from the moon.')
    expect(new Set(tokens.map(({ spanId }) => spanId))).toEqual(new Set([model?.id]))
    expect(eventsOf(recorded, 'message')).toMatchObject([{ spanId: model?.id, node: 'write' }])
  })

  test('is recorded as an exchange with its address', async () => {
    const { run } = await startHarness({ script: [{ reply: 'Yes.' }] })

    const { exchanges, spans } = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(exchanges).toMatchObject([
      {
        kind: 'model',
        name: 'practice-fast',
        spanId: spans.find(({ kind }) => kind === 'model')?.id,
        address: { path: ['write'], superstep: 1, branch: null, ordinal: 0 },
        attempt: 1,
        error: null,
        touch: { type: 'http', response: { status: 200 } },
      },
    ])
    expect(JSON.stringify(exchanges)).not.toContain('sk-canary')
  })

  test('is priced by the model and its usage', async () => {
    const { run } = await startHarness({
      script: [{ reply: 'Yes.' }],
      deps: {
        prices: () => (model, usage) => ({
          total: usage.output * 3,
          input: 0,
          output: usage.output * 3,
          priceId: model,
        }),
      },
    })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    const [model] = ofKind(recorded, 'model')
    expect(model?.cost).toMatchObject({ priceId: 'practice-fast' })
    expect(recorded.outcome.totals).toEqual({
      usage: model?.usage,
      costNanos: (model?.usage?.output ?? 0) * 3,
    })
  })

  test('keeps what the contract says of spans, events and exchanges', async () => {
    const { run } = await startHarness({ tools: [calculator] })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(RunEventBody.array().parse(recorded.events)).toEqual(recorded.events)
    expect(SpanDetail.array().parse(recorded.spans)).toEqual(recorded.spans)
    expect(Exchange.array().parse(recorded.exchanges)).toEqual(recorded.exchanges)
  })
})

describe('an agent with tools', () => {
  const agent = graph({
    state: { messages: { type: 'messages' } },
    nodes: {
      assistant: {
        kind: 'agent',
        model: practiceModel(),
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['calculator'],
      },
    },
    edges: ['start > assistant', 'assistant > end'],
  })
  const input = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] }
  const script = [
    {
      match: { turn: 0 },
      reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '6 * 7' } }] },
    },
    { reply: 'It is 42.' },
  ]

  test('hangs model and tool calls on its node, in their order', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const recorded = await run(runRequest(agent, input))

    const [node] = ofKind(recorded, 'chain')
    expect(node).toMatchObject({ name: 'assistant', parentId: ofKind(recorded, 'agent')[0]?.id })
    expect(
      recorded.spans
        .filter(({ parentId }) => parentId === node?.id)
        .map(({ kind, name, status }) => [kind, name, status]),
    ).toEqual([
      ['model', 'practice-fast', 'success'],
      ['tool', 'calculator', 'success'],
      ['model', 'practice-fast', 'success'],
    ])
    expect(ofKind(recorded, 'tool')).toMatchObject([
      { inputs: { expression: '6 * 7' }, outputs: 42, node: 'assistant' },
    ])
    expect(recorded.outcome.totals.usage.output).toBe(
      ofKind(recorded, 'model').reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
    )
  })

  test('tells of a tool call when it starts and when it ends', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const recorded = await run(runRequest(agent, input))

    const calls = eventsOf(recorded, 'tool-call')
    expect(calls).toMatchObject([
      { phase: 'start', name: 'calculator', args: { expression: '6 * 7' } },
      { phase: 'end', result: 42 },
    ])
    expect(calls[0]?.toolCallId).toBe(calls[1]?.toolCallId)
    expect(eventsOf(recorded, 'token').map(({ channel }) => channel)).toContain('tool-args')
  })

  test('addresses its calls by the part of the node and their order', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const { exchanges } = await run(runRequest(agent, input))

    expect(
      exchanges
        .filter(({ kind }) => kind !== 'world')
        .map(({ kind, address }) => [kind, address.path.join('/'), address.ordinal]),
    ).toEqual([
      ['model', 'assistant/model', 1_000],
      ['tool', 'assistant/tools', 2_000],
      ['model', 'assistant/model', 3_000],
    ])
    expect(exchanges.find(({ kind }) => kind === 'tool')?.touch).toEqual({
      type: 'call',
      request: { expression: '6 * 7' },
      result: 42,
    })
  })

  test('reads a failing tool as an answer, and its span says why', async () => {
    const failing = script.with(0, {
      match: { turn: 0 },
      reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '1 / 0' } }] },
    })
    const { run } = await startHarness({ tools: [calculator], script: failing })

    const recorded = await run(runRequest(agent, input))

    expect(recorded.outcome.type).toBe('success')
    expect(ofKind(recorded, 'tool')).toMatchObject([
      { status: 'error', error: { message: 'Division by zero', node: 'assistant' } },
    ])
    expect(eventsOf(recorded, 'tool-call').map(({ phase }) => phase)).toEqual(['start', 'error'])
  })

  test.each([
    ['an unknown tool', 'subtract', {}, 'There is no tool `subtract`. The tools are: calculator.'],
    [
      'arguments that do not fit',
      'calculator',
      { expression: 4 },
      'The arguments do not fit `calculator`: expression: expected string, got number',
    ],
  ])('has a span and an event that fail for %s', async (_, name, args, message) => {
    const reply = { toolCalls: [{ name, arguments: args }] }
    const wrong = [{ match: { turn: 0 }, reply }, ...script.slice(1)]
    const { run } = await startHarness({ tools: [calculator], script: wrong })

    const recorded = await run(runRequest(agent, input))

    const error = { code: 'TOOL_ERROR', message, node: 'assistant' }
    expect(recorded.outcome.type).toBe('success')
    expect(ofKind(recorded, 'tool')).toMatchObject([{ name, status: 'error', inputs: args, error }])
    expect(eventsOf(recorded, 'tool-call')).toMatchObject([
      { phase: 'start', name, args },
      { phase: 'error', name, error },
    ])
  })
})

describe('the course of a graph', () => {
  const counting = {
    state: {
      n: { type: 'number' as const, reducer: 'sum' as const, default: 0 },
      list: { type: 'array' as const, reducer: 'append' as const, default: [] },
    },
    input: ['n'],
    output: ['n', 'list'],
  }

  test('tells what each superstep wrote, by whom, and what comes next', async () => {
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

  test('gives the state of a superstep before anything of the next', async () => {
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

  test('counts supersteps from the start of the run, whatever its thread has seen', async () => {
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

  test('runs a loop once for each turn', async () => {
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

  test('tells the copies of a fan-out apart, each with its own calls', async () => {
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

  test('shows a node that came out of its cache', async () => {
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

  test('tells when a node is tried again, each attempt with a span of its own', async () => {
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

  test('gives code the same clock and chance for the same seed, and keeps them', async () => {
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
        touch: { result: { seed: expect.any(String) } },
      },
    ])
  })

  test('keeps what code logged on its span', async () => {
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
