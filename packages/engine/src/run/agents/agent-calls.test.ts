import { ReplaySettings } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { describe, expect, test } from 'vitest'
import { graph, modelNode, oneModel } from '../../testing/documents.ts'
import { eventsOf, ofKind, runRequest, startHarness } from '../../testing/run-harness.ts'
import { call, writerAgents, caller } from './agent-calls.fixture.ts'

test('spans of a called agent are children of the calling node’s span, which names the agent', async () => {
  const { run } = await startHarness()
  const calledAgents = writerAgents(oneModel())

  const recorded = await run(runRequest(caller(), { topic: 'tides' }, { calledAgents }))

  const [root, outer, inner, model] = recorded.spans
  expect(recorded.outcome).toMatchObject({ type: 'success', output: { text: expect.any(String) } })
  expect(recorded.outcome.totals.usage.output).toBeGreaterThan(0)
  expect(outer).toMatchObject({
    kind: 'agent',
    name: 'delegate',
    node: 'delegate',
    parentId: root?.id,
    metadata: { calls: { agent: 'writer', name: 'Writer', version: 3 } },
  })
  expect(inner).toMatchObject({ kind: 'chain', node: 'delegate/write', parentId: outer?.id })
  expect(model).toMatchObject({ kind: 'model', node: 'delegate/write', parentId: inner?.id })
  expect(eventsOf(recorded, 'node-end').map(({ node }) => node)).toEqual([
    'delegate/write',
    'delegate',
  ])
  expect(eventsOf(recorded, 'token')[0]).toMatchObject({ node: 'delegate/write' })
})

test('a cached node of a called agent is reported at its step', async () => {
  const { run } = await startHarness()
  const writer = graph({
    nodes: {
      up: { kind: 'set', values: { topic: { expression: 'topic.trim()' } } },
      text: {
        kind: 'set',
        values: { text: { template: 'On {{topic}}' } },
        cache: { ttlSeconds: 60 },
      },
    },
    edges: ['start > up', 'up > text', 'text > end'],
  })
  const request = () =>
    runRequest(caller(), { topic: 'tides' }, { calledAgents: writerAgents(writer) })
  const first = await run(request())

  const again = await run(request())

  expect(again.outcome).toMatchObject({ output: { text: 'On tides' } })
  const outer = again.spans.find(({ node }) => node === 'delegate')
  const found = again.spans.find(({ node }) => node === 'delegate/text')
  const made = first.spans.find(({ node }) => node === 'delegate/text')
  expect(found).toMatchObject({ parentId: outer?.id, metadata: { cached: true } })
  expect(found?.superstep).toBe(made?.superstep)
  expect(eventsOf(again, 'node-end').map(({ node, cached }) => [node, cached])).toEqual([
    ['delegate/up', false],
    ['delegate/text', true],
    ['delegate', false],
  ])
})

test('calls in copies and rounds of a called agent have unique addresses', async () => {
  const { run } = await startHarness()
  const document = graph({
    state: {
      list: { type: 'array', default: ['tides', 'tides', 'moon'] },
      rounds: { type: 'number', reducer: 'sum' },
      all: { type: 'array', reducer: 'append' },
    },
    output: ['all'],
    nodes: {
      delegate: call({
        input: { topic: { expression: 'item' } },
        output: { all: 'text' },
      }),
      count: { kind: 'set', values: { rounds: { value: 1 } }, defer: true },
      more: {
        kind: 'branch',
        decide: { by: 'rules', rules: [{ port: 'again', when: 'rounds < 2' }] },
        else: 'done',
      },
    },
    edges: [
      { from: 'start', to: 'delegate', each: { of: 'list', as: 'item' } },
      'delegate > count',
      'count > more',
      { from: 'more', when: 'again', to: 'delegate', each: { of: 'list', as: 'item' } },
      'more.done > end',
    ],
  })
  const fan = graph({
    state: { topic: { type: 'string' }, text: { type: 'string' } },
    nodes: { write: modelNode('{{topic}}'), polish: modelNode('Polish {{text}}') },
    edges: ['start > write', 'write > polish', 'polish > end'],
  })

  const { exchanges, outcome } = await run(
    runRequest(document, {}, { calledAgents: writerAgents(fan) }),
  )

  const addresses = exchanges.map(({ kind, name, address }) => canonicalJson([kind, name, address]))
  expect(outcome).toMatchObject({ type: 'success' })
  expect(exchanges.filter(({ kind }) => kind === 'model')).toHaveLength(12)
  expect(new Set(addresses).size).toBe(exchanges.length)
  expect(exchanges[0]?.address).toMatchObject({
    path: ['delegate', 'write'],
    superstep: 1,
    branch: null,
    within: [{ superstep: 1, branch: expect.any(String) }],
  })
})

describe('node settings do not apply to a node of a called agent with that name', () => {
  const outer = graph({
    nodes: {
      delegate: call(),
      write: { kind: 'set', values: { text: { template: '{{text}}!' } } },
    },
    edges: ['start > delegate', 'delegate > write', 'write > end'],
  })

  test('a pinned output', async () => {
    const { run } = await startHarness()
    const options = { pinned: { write: { writes: { text: 'pinned' } } } }

    const recorded = await run(
      runRequest(
        outer,
        { topic: 'tides' },
        { calledAgents: writerAgents(oneModel()), runOptions: options },
      ),
    )

    expect(recorded.outcome).toMatchObject({ type: 'success', output: { text: 'pinned' } })
    expect(ofKind(recorded, 'model').map(({ node }) => node)).toEqual(['delegate/write'])
  })

  test('a breakpoint', async () => {
    const { run } = await startHarness()
    const options = { interruptBefore: ['write'] }

    const paused = await run(
      runRequest(
        outer,
        { topic: 'tides' },
        { calledAgents: writerAgents(oneModel()), runOptions: options },
      ),
    )

    expect(paused.outcome).toMatchObject({
      type: 'interrupted',
      interrupts: [{ kind: 'breakpoint', nodes: ['write'] }],
    })
    expect(eventsOf(paused, 'node-end').map(({ node }) => node)).toEqual([
      'delegate/write',
      'delegate',
    ])
  })
})

test('a node that calls an agent runs alone', async () => {
  const { run } = await startHarness()
  const options = { only: 'delegate' }

  const { outcome } = await run(
    runRequest(
      caller(),
      { topic: 'tides' },
      { calledAgents: writerAgents(oneModel()), runOptions: options },
    ),
  )

  expect(outcome.type).toBe('success')
})

test('a recording of a run covers its called agents, copy by copy', async () => {
  const { run, mockProvider } = await startHarness()
  const document = graph({
    state: {
      list: { type: 'array', default: ['tides', 'moon', 'tides'] },
      all: { type: 'array', reducer: 'append' },
    },
    output: ['all'],
    nodes: {
      delegate: call({ input: { topic: { expression: 'item' } }, output: { all: 'text' } }),
    },
    edges: [{ from: 'start', to: 'delegate', each: { of: 'list', as: 'item' } }, 'delegate > end'],
  })
  const calledAgents = writerAgents(oneModel())
  const recorded = await run(runRequest(document, {}, { calledAgents }))
  mockProvider.reset()

  const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }
  const again = await run(runRequest(document, {}, { calledAgents, replay }))

  expect(again.outcome).toMatchObject({ type: 'success' })
  expect('output' in again.outcome && again.outcome.output).toEqual(
    'output' in recorded.outcome && recorded.outcome.output,
  )
  expect(mockProvider.requests).toEqual([])
})
