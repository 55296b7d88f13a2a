import { MemorySaver } from '@langchain/langgraph'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { model, demoModel, prompt, rules, state } from '../check/cases.ts'
import { checkDocument } from '../check/check.ts'
import { compileGraph } from '../compile/index.ts'
import { templates } from '../templates/index.ts'
import { soundDocument, wildDocument } from '../testing/arbitrary.ts'
import { calledAgent } from '../testing/called-agents.ts'
import { graph, set } from '../testing/documents.ts'
import { environment } from '../testing/environment.ts'
import { testRuntime, testTool } from '../testing/runtime.ts'
import { estimateDocument } from './estimate.ts'

const priceCall = (_: string, { input, output }: { input: number; output: number }) =>
  input * 100 + output * 400
const estimate = (parts: Parameters<typeof graph>[0]) =>
  estimateDocument(graph(parts), { priceCall })
const calls = (parts: Parameters<typeof graph>[0]) => estimate(parts).total.calls

describe('estimateDocument', () => {
  test('adds the calls of all model nodes in a sequence', () => {
    const nodes = { a: model(), b: set({}), c: model() }

    expect(calls({ state, nodes, edges: ['start > a', 'a > b', 'b > c', 'c > end'] })).toEqual({
      min: 2,
      typical: 2,
      max: 2,
    })
  })

  test('counts the calls of another agent each time it is called', () => {
    const helper = calledAgent(
      'helper',
      graph({
        state,
        nodes: { x: model(), y: model() },
        edges: ['start > x', 'x > y', 'y > end'],
      }),
    )
    const document = graph({
      state,
      nodes: { a: { kind: 'agent-call', agent: 'helper', input: {}, output: {} }, b: model() },
      edges: ['start > a', 'a > b', 'b > end'],
    })

    const known = estimateDocument(document, { priceCall, calledAgents: { helper } })
    const unknown = estimateDocument(document, { priceCall })

    expect(known.total.calls).toEqual({ min: 3, typical: 3, max: 3 })
    expect(known.nodes[0]).toMatchObject({ id: 'a', model: 'helper', calls: { typical: 2 } })
    expect(known.uncounted).toEqual([])
    expect(unknown.total.calls.max).toBe(1)
    expect(unknown.uncounted).toEqual(['a'])
  })

  test('estimates a recursive agent with a finite number of calls', () => {
    const again = { kind: 'agent-call', agent: 'ring', input: {}, output: {} } as const
    const ring = graph({
      state,
      nodes: { a: model(), again },
      edges: ['start > a', 'a > again', 'again > end'],
    })

    const found = estimateDocument(ring, {
      priceCall,
      calledAgents: { ring: calledAgent('ring', ring) },
    })

    expect(found.total.calls.max).toBe(2)
    expect(found.uncounted).toEqual(['again'])
  })

  test('ranges from the cheapest to the most expensive path of a branch', () => {
    const nodes = { a: rules('count'), b: model(), c: set({}) }
    const edges = ['start > a', 'a.p0 > b', 'a.else > c', 'b > end', 'c > end']

    expect(calls({ state, nodes, edges })).toEqual({ min: 0, typical: 0.5, max: 1 })
  })

  test('adds the calls of parallel branches, and counts their join once', () => {
    const nodes = { a: model(), b: model(), c: model(), d: model() }
    const edges = ['start > a', 'a > b', 'a > c', 'b > d', 'c > d', 'd > end']

    expect(calls({ state, nodes, edges })).toEqual({ min: 4, typical: 4, max: 4 })
  })

  test('bounds the calls of a loop by its limit, and counts the node after it once', () => {
    const nodes = { a: model(), b: rules('count'), c: model() }
    const loop = (max?: number) =>
      calls({
        state,
        nodes,
        edges: [
          'start > a',
          'a > b',
          { from: 'b', when: 'p0', to: 'a', ...(max && { max }) },
          'b.else > c',
          'c > end',
        ],
      })

    expect(loop(3)).toEqual({ min: 2, typical: 3, max: 5 })
    expect(loop()).toEqual({ min: 2, typical: 3, max: Infinity })
  })

  test('multiplies the calls of a fan-out by its copies', () => {
    const fan = (max?: number) =>
      calls({
        state,
        nodes: { a: model(), b: model() },
        edges: [
          { from: 'start', to: 'a', each: { of: 'notes', as: 'note', ...(max && { max }) } },
          'a > b',
          'b > end',
        ],
      })

    expect(fan(5)).toEqual({ min: 1, typical: 4, max: 6 })
    expect(fan()).toEqual({ min: 1, typical: 4, max: Infinity })
  })

  test('bounds the calls of an agent by its limits', () => {
    const agent = (fields: object) =>
      calls({
        state,
        nodes: { a: { kind: 'agent', model: demoModel, prompt, tools: ['calculator'], ...fields } },
        edges: ['start > a', 'a > end'],
      })

    expect(agent({})).toEqual({ min: 1, typical: 2, max: 25 })
    expect(agent({ maxModelCalls: 4 }).max).toBe(4)
    expect(agent({ tools: [] }).max).toBe(1)
  })
})

test('estimates an unfinished graph up to its last connected node', () => {
  expect(calls({ state, nodes: { a: model() }, edges: [] })).toEqual({ min: 0, typical: 0, max: 0 })
  expect(calls({ state, edges: [] })).toEqual({ min: 0, typical: 0, max: 0 })
})

test('a model without a price makes the cost unknown, unless it never runs', () => {
  const nodes = { a: model(), b: model({ model: { connection: 'demo', name: 'mystery' } }) }
  const env = { priceCall: (name: string) => (name === 'mystery' ? null : 100) }
  const both = graph({ state, nodes, edges: ['start > a', 'a > b', 'b > end'] })
  const one = graph({ state, nodes, edges: ['start > a', 'a > end'] })

  expect(estimateDocument(both, env)).toMatchObject({
    total: { cost: null },
    unpriced: ['mystery'],
  })
  expect(estimateDocument(one, env)).toMatchObject({
    total: { cost: { min: 100, typical: 100, max: 100 } },
    unpriced: [],
  })
})

test('recorded runs determine the typical estimate', () => {
  const document = graph({ state, nodes: { a: model() }, edges: ['start > a', 'a > end'] })
  const typical = { a: { callsPerVisit: 1, input: 7_000, output: 500 } }

  const { total } = estimateDocument(document, { priceCall, typical })

  expect(total.tokens.typical).toBe(7_500)
  expect(total.cost?.typical).toBe(7_000 * 100 + 500 * 400)
  expect(total.tokens.max).toBeGreaterThanOrEqual(total.tokens.typical)
})

test('an edge has the number of times it is followed and the calls it leads to', () => {
  const { edges } = estimate({
    state,
    nodes: { a: set({}), b: model() },
    edges: ['start > a', 'a > b', { from: 'b', to: 'a', when: 'error', max: 2 }, 'b > end'],
  })

  expect(edges.map(({ times }) => times.max)).toEqual([1, 3, 2, 3])
  expect(edges[1]?.calls).toEqual({ min: 1, typical: 1, max: 3 })
  expect(edges[3]?.calls.max).toBe(0)
})

test('a limit on a forward edge bounds a loop without a limited back edge', () => {
  const { nodes } = estimateDocument(
    graph({
      state,
      nodes: {
        boss: model(),
        pick: rules('count'),
        worker: model(),
      },
      edges: [
        'start > boss',
        'boss > pick',
        { from: 'pick', when: 'p0', to: 'worker', max: 3 },
        'worker > boss',
        'pick.else > end',
      ],
    }),
    { priceCall },
  )

  expect(nodes.map(({ id, visits }) => [id, visits.min, visits.max])).toEqual([
    ['boss', 1, 4],
    ['worker', 0, 3],
  ])
})

test.each(templates)('the template $slug has a finite estimate', ({ slug, document }) => {
  const { total } = estimateDocument(document, { priceCall })

  expect(total.calls.min).toBeGreaterThan(0)
  expect(total.calls.typical).toBeGreaterThanOrEqual(total.calls.min)
  // A person may request another draft any number of times.
  expect(Number.isFinite(total.calls.max)).toBe(slug !== 'triage')
})

test('the estimate of any document is in order: min ≤ typical ≤ max', () => {
  fc.assert(
    fc.property(fc.oneof(wildDocument, soundDocument), (document) => {
      const { total, nodes, edges } = estimateDocument(document, { priceCall })
      const ranges = [
        ...[total, ...nodes, ...edges].flatMap(({ calls, tokens, cost }) => [calls, tokens, cost]),
        ...edges.map(({ times }) => times),
      ]
      for (const range of ranges) {
        expect(range?.min).toBeGreaterThanOrEqual(0)
        expect(range?.max).toBeGreaterThanOrEqual((range?.min ?? 0) - 1e-6)
      }
    }),
    { numRuns: 500 },
  )
})

test('no run exceeds the estimated maximum, and no completed run falls below the minimum', async () => {
  const tools = environment.tools.map(({ name, schema }) =>
    testTool(name, async () => 'x', { schema }),
  )
  let ended = 0
  await fc.assert(
    fc.asyncProperty(soundDocument, async (drawn) => {
      const document = { ...drawn, input: ['topic', 'notes'] }
      if (checkDocument(document, environment).some(({ severity }) => severity === 'error')) return
      const replies = Array.from({ length: 200 }, () => 'said')
      const { runtime, calls } = testRuntime({ tools, replies })
      const graph = compileGraph(document, runtime, {
        calledAgents: environment.calledAgents,
        checkpointer: new MemorySaver(),
      })
      const config = { configurable: { thread_id: 't' }, recursionLimit: 30 }
      const input = { topic: 'x', notes: ['a', 'b', 'c'] }
      const isDone = await graph.invoke(input, config).then(
        (result) => !('__interrupt__' in result),
        () => false,
      )
      const { total } = estimateDocument(document, { priceCall })

      // A failed node may have made no call; the minimum applies to runs without failures.
      const isWhole = isDone && !document.edges.some(({ when }) => when === 'error')
      ended += isWhole ? 1 : 0
      expect(calls.length).toBeLessThanOrEqual(total.calls.max)
      expect(calls.length).toBeGreaterThanOrEqual(isWhole ? total.calls.min : 0)
    }),
    { numRuns: 300 },
  )

  expect(ended).toBeGreaterThan(20)
})
