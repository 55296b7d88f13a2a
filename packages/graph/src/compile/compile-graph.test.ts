import type { Channel } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { onThread, runOnce } from '../testing/run.ts'
import { testRuntime } from '../testing/runtime.ts'
import { compileGraph } from './index.ts'

const line = ['start > a', 'a > end']

describe('templates of a set node', () => {
  test('templates of a set node write text unescaped, lists as JSON and missing values as nothing', async () => {
    const { runtime, evaluated } = testRuntime()
    const document = graph({
      state: {
        topic: { type: 'string' },
        list: { type: 'array', default: [1, 'b'] },
        draft: { type: 'string', default: '' },
      },
      nodes: {
        a: set({
          draft:
            '{{topic}} & {{list}} {{#list}}<{{.}}>{{/list}}{{^draft}}!{{/draft}}{{topic.length}}',
        }),
      },
      edges: line,
    })

    const { draft } = await runOnce(document, runtime, { topic: '<b>' })

    expect(draft).toBe('<b> & [1,"b"] <1><b>!3')
    expect(evaluated).toEqual([])
  })

  test('templates of a set node cannot access JavaScript members', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { topic: { type: 'object' }, draft: { type: 'string' } },
      nodes: {
        a: set({
          draft:
            '{{topic.constructor}}{{topic.__proto__.toString}}{{#topic}}{{constructor.name}}{{/topic}}',
        }),
      },
      edges: line,
    })

    expect(await runOnce(document, runtime, { topic: { x: 1 } })).toMatchObject({ draft: '' })
  })

  test('templates of a set node evaluate dotted paths without the sandbox', async () => {
    const { runtime, evaluated } = testRuntime()
    const document = graph({
      state: {
        topic: { type: 'object' },
        a1: { type: 'number' },
        b1: { type: 'number' },
        c1: { type: 'number' },
      },
      nodes: {
        a: set({ a1: '= topic.n', b1: '= state.topic["list"].length', c1: '= topic.n + 1' }),
      },
      edges: line,
    })

    const end = await runOnce(document, runtime, { topic: { n: 1, list: [1, 2] } })

    expect(end).toMatchObject({ a1: 1, b1: 2, c1: 2 })
    expect(evaluated).toEqual(['topic.n + 1'])
  })
})

describe('a channel', () => {
  const channels: [string, Channel, unknown[], unknown][] = [
    ['replace', { type: 'string' }, ['a', 'b'], 'b'],
    ['append', { type: 'array', reducer: 'append' }, ['a', ['b', 'c']], ['a', 'b', 'c']],
    [
      'merge',
      { type: 'object', reducer: 'merge', default: { z: 0 } },
      [{ x: 1 }, { y: 2 }],
      { x: 1, y: 2, z: 0 },
    ],
    ['sum', { type: 'number', reducer: 'sum', default: 10 }, [1, 2], 13],
    ['min', { type: 'number', reducer: 'min' }, [3, 2], 2],
    ['max', { type: 'number', reducer: 'max' }, [3, 2], 3],
    ['union', { type: 'array', reducer: 'union' }, [['a'], ['a', 'b']], ['a', 'b']],
    [
      'code',
      { type: 'number', default: 1, reducer: { code: 'return current * update' } },
      [3, 5],
      15,
    ],
    ['replace with a default', { type: 'number', default: 7 }, [null, null], null],
  ]

  test.each(channels)('%s', async (_, channel, [first, second], expected) => {
    const { runtime } = testRuntime()
    const value = (given: unknown) => ({
      kind: 'set' as const,
      values: { x: { value: given as never } },
    })
    const document = graph({
      state: { x: channel },
      input: [],
      nodes: { a: value(first), b: value(second) },
      edges: ['start > a', 'a > b', 'b > end'],
    })

    expect((await runOnce(document, runtime))['x']).toEqual(expected)
  })

  test('a conversation accepts plain messages and texts, and updates by id', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { messages: { type: 'messages' } },
      nodes: { a: set({ messages: [{ id: 'm1', role: 'user', content: 'changed' }, 'more'] }) },
      edges: line,
    })

    const { messages } = await runOnce(document, runtime, {
      messages: [{ id: 'm1', role: 'user', content: 'hello' }],
    })

    expect(messages).toMatchObject([
      { id: 'm1', role: 'user', content: 'changed' },
      { role: 'user', content: 'more' },
    ])
  })

  test('an untracked channel is not stored in checkpoints', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { topic: { type: 'string' }, scratch: { type: 'string', untracked: true } },
      nodes: { a: set({ scratch: 'x' }), b: set({ topic: '{{scratch}}' }) },
      edges: ['start > a', 'a > b', 'b > end'],
    })
    const { graph: compiled, config, run } = onThread(document, runtime)

    expect(await run({ topic: '' })).toMatchObject({ topic: 'x' })
    expect((await compiled.getState(config)).values).not.toHaveProperty('scratch')
  })

  test('parallel branches join through reducers', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { notes: { type: 'array', reducer: 'append' } },
      input: [],
      nodes: {
        a: set({ notes: 'a' }),
        b: set({ notes: 'b' }),
        c: set({ notes: '= [notes.length]' }),
      },
      edges: ['start > a', 'start > b', 'a > c', 'b > c', 'c > end'],
    })

    expect(await runOnce(document, runtime)).toMatchObject({ notes: ['a', 'b', 2] })
  })
})

describe('a node with the name of a channel', () => {
  test('renames a node with the name of a channel in LangGraph', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      nodes: { topic: set({ topic: 'x' }), topic_: set({}) },
      edges: ['start > topic', 'topic > topic_', 'topic_ > end'],
    })
    const compiled = compileGraph(document, runtime)

    expect(compiled.nameOf('topic')).toBe('topic__')
    expect(compiled.findNodeId('topic__')).toBe('topic')
    expect(compiled.findNodeId('nobody')).toBeNull()
    expect(await compiled.invoke({ topic: 'y' })).toMatchObject({ topic: 'x' })
  })
})

describe('the input of a run', () => {
  const document = graph({
    state: { topic: { type: 'string' }, depth: { type: 'number', default: 2 } },
    input: ['topic', 'depth'],
    nodes: { a: set({}) },
    edges: line,
  })

  test.each([
    [{}, '`topic` is missing'],
    [{ topic: 1 }, 'topic: expected string, got number'],
    [{ topic: 'x', other: 1 }, 'other: Unexpected value'],
  ])('rejects %j: %s', async (input, reason) => {
    const { runtime } = testRuntime()

    await expect(compileGraph(document, runtime).invoke(input)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `The input does not fit the graph: ${reason}`,
    })
  })

  test('accepts an empty input if the graph has no input channels', async () => {
    const { runtime } = testRuntime()
    const open = graph({
      state: { topic: { type: 'string', default: 'x' } },
      nodes: { a: set({}) },
      edges: line,
    })

    expect(await runOnce(open, runtime, {})).toMatchObject({ topic: 'x' })
  })
})

describe('compileGraph', () => {
  test('rejects a document with errors', () => {
    const { runtime } = testRuntime()
    const broken = graph({ nodes: { a: set({ ghost: '' }) }, edges: ['start > a', 'a > nowhere'] })

    expect(() => compileGraph(broken, runtime)).toThrow(
      expect.objectContaining({
        code: 'GRAPH_INVALID',
        message: 'There is no node `nowhere` (and 2 more)',
      }),
    )
  })

  test('rejects a concurrency of one, which would lose parallel tasks', async () => {
    const { runtime } = testRuntime()
    const compiled = compileGraph(graph({ nodes: { a: set({}) }, edges: line }), runtime)

    await expect(compiled.invoke({ topic: '' }, { maxConcurrency: 1 })).rejects.toThrow(
      'at least 2',
    )
  })

  test.each([
    ['a channel that is not declared', 'return ({ ["to" + "pic2"]: 1 })', 'returned `topic2`'],
    ['no object', 'return [1]', 'must return an object'],
    [
      'the wrong type',
      'const n = 1; return ({ topic: n })',
      'wrote a number to `topic`, which is a text',
    ],
  ])('fails for code that returns %s', async (_, code, message) => {
    const { runtime } = testRuntime()
    const document = graph({ nodes: { a: { kind: 'code', code, writes: ['topic'] } }, edges: line })

    await expect(runOnce(document, runtime, { topic: '' })).rejects.toMatchObject({
      code: 'CODE_ERROR',
      message: expect.stringContaining(message),
    })
  })
})

test('runs every node, and nothing else, inside the runtime', async () => {
  const { runtime, executed } = testRuntime()
  const document = graph({
    state: { list: { type: 'array' } },
    nodes: { a: set({}), b: set({}) },
    edges: ['start > a', { from: 'a', to: 'b', each: { of: 'list', as: 'item' } }, 'b > end'],
  })

  await runOnce(document, runtime, { list: [] })
  await runOnce(document, runtime, { list: [1, 2] })

  expect(executed).toEqual(['a', 'a', 'b', 'b'])
})
