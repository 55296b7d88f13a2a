import { InMemoryCache } from '@langchain/langgraph-checkpoint'
import type { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { runOnce } from '../testing/run.ts'
import { testRuntime, testTool } from '../testing/runtime.ts'
import { compileGraph } from './index.ts'

const state = {
  topic: { type: 'string' },
  count: { type: 'number', reducer: 'sum' },
  notes: { type: 'array', reducer: 'append' },
} as const

test('a failing node is retried up to its limit unless the error is permanent', async () => {
  const attempts: string[] = []
  const tool = (code: string) =>
    testTool('calculator', async () => {
      attempts.push(code)
      throw Object.assign(new Error('x'), { code })
    })
  const document = graph({
    state,
    nodes: {
      a: {
        kind: 'tool',
        tool: 'calculator',
        args: {},
        retry: { attempts: 3, initialMs: 1, factor: 1, maxMs: 1 },
      },
    },
    edges: ['start > a', 'a > end'],
  })

  for (const code of ['CONNECTION', 'AUTHENTICATION']) {
    const { runtime } = testRuntime({ tools: [tool(code)] })
    await expect(runOnce(document, runtime, { topic: '' })).rejects.toMatchObject({ code })
  }

  expect(attempts).toEqual(['CONNECTION', 'CONNECTION', 'CONNECTION', 'AUTHENTICATION'])
})

test('a cached node runs once per key, and again when it is changed', async () => {
  const ran: unknown[] = []
  const tool = testTool('calculator', async (args) => {
    ran.push(args['n'] ?? null)
    return 'done'
  })
  const { runtime } = testRuntime({ tools: [tool] })
  const cache = new InMemoryCache()
  const run = (topic: string, title: string) => {
    const document = graph({
      state: { ...state, messages: { type: 'messages' } },
      input: ['topic', 'messages'],
      nodes: {
        a: {
          kind: 'tool',
          title,
          tool: 'calculator',
          args: { n: { template: '{{topic}}{{#messages}}{{content}}{{/messages}}' } },
          writes: 'notes',
          cache: { ttlSeconds: 60 },
        },
        b: set({ count: 1 }),
      },
      edges: ['start > a', { from: 'a', to: 'b', max: 1 }, 'b > end'],
    })
    return compileGraph(document, runtime, { cache }).invoke({ topic, messages: '!' })
  }

  const ends = [await run('x', 'A'), await run('x', 'A'), await run('y', 'A'), await run('x', 'B')]

  expect(ran).toEqual(['x!', 'y!', 'x!'])
  expect(ends.map((end) => runtime.toJson(end))).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ notes: ['done'], count: 1 })),
  )
})

test('a cached node in a loop respects the limit of its edge', async () => {
  const { runtime } = testRuntime()
  const document = graph({
    state,
    nodes: { a: { ...set({ count: 1 }), cache: { ttlSeconds: 60, key: '1' } } },
    edges: ['start > a', { from: 'a', to: 'a', max: 2 }, 'a > end'],
  })
  const cached = compileGraph(document, runtime, { cache: new InMemoryCache() })

  const ends = [await cached.invoke({ topic: '' }), await cached.invoke({ topic: '' })]

  expect(ends).toMatchObject([{ count: 3 }, { count: 3 }])
})

test('copies sent by a cached node carry the current state', async () => {
  const { runtime } = testRuntime()
  const document = graph({
    state,
    input: ['topic'],
    output: ['notes'],
    nodes: {
      a: { ...set({ count: 1 }), cache: { ttlSeconds: 60 } },
      b: set({ notes: '= [topic + part]' }),
    },
    edges: ['start > a', { from: 'a', to: 'b', each: { of: '[1]', as: 'part' } }, 'b > end'],
  })
  const cached = compileGraph(document, runtime, { cache: new InMemoryCache() })

  const ends = [await cached.invoke({ topic: 'x' }), await cached.invoke({ topic: 'y' })]

  expect(ends).toMatchObject([{ notes: ['x1'] }, { notes: ['y1'] }])
})

test('a node that exceeds its time limit is aborted', async () => {
  let aborted = false
  const { runtime } = testRuntime({
    tools: [
      testTool(
        'calculator',
        (_, { config }) =>
          new Promise((_resolve, reject) => {
            config.signal?.addEventListener('abort', () => {
              aborted = true
              reject(new DOMException('late', 'AbortError'))
            })
          }),
      ),
    ],
  })
  const document = graph({
    state,
    nodes: {
      a: { kind: 'tool', tool: 'calculator', args: {}, timeoutMs: 20 },
      late: set({ notes: '{{error.code}}' }),
    },
    edges: ['start > a', 'a > end', 'a.error > late', 'late > end'],
  })

  expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({ notes: ['TIMEOUT'] })
  expect(aborted).toBe(true)
})

test('an aborted run aborts its model call', async () => {
  const { runtime, calls } = testRuntime({ pending: true })
  const prompt = { messages: [{ role: 'user' as const, text: 'hi' }] }
  const node: GraphNode = {
    kind: 'model',
    model: { connection: 'c', name: 'm' },
    prompt,
    output: { text: 'topic' },
  }
  const document = graph({ state, nodes: { a: node }, edges: ['start > a', 'a > end'] })
  const stop = new AbortController()

  const run = compileGraph(document, runtime).invoke({ topic: '' }, { signal: stop.signal })
  await expect.poll(() => calls.length).toBe(1)
  stop.abort()

  await expect(run).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls[0]?.options.signal?.aborted).toBe(true)
})
