import type { GraphNode } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { onThread, runOnce } from '../testing/run.ts'
import { calling, testRuntime, testTool } from '../testing/runtime.ts'

const rules = (...ways: [port: string, when: string][]): GraphNode => ({
  kind: 'branch',
  decide: { by: 'rules', rules: ways.map(([port, when]) => ({ port, when })) },
  else: 'else',
})
const state = {
  topic: { type: 'string' },
  count: { type: 'number', reducer: 'sum' },
  notes: { type: 'array', reducer: 'append' },
  error: { type: 'object' },
} as const

describe('branch', () => {
  test.each([
    ['apple', 'fruit'],
    ['carrot', 'root'],
    ['apple tree', 'fruit'],
    ['stone', 'else'],
  ])('%s goes by the first rule that is true: %s', async (topic, way) => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      nodes: {
        pick: rules(
          ['fruit', 'topic.startsWith("apple")'],
          ['root', 'topic === "carrot"'],
          ['fruit', 'topic.includes("tree")'],
        ),
        fruit: set({ notes: 'fruit' }),
        root: set({ notes: 'root' }),
        other: set({ notes: 'else' }),
      },
      edges: [
        'start > pick',
        'pick.fruit > fruit',
        'pick.root > root',
        'pick.else > other',
        'fruit > end',
        'root > end',
        'other > end',
      ],
    })

    expect(await runOnce(document, runtime, { topic })).toMatchObject({ notes: [way] })
  })

  test('one port may lead several ways at once', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      nodes: { pick: rules(), a: set({ notes: 'a' }), b: set({ notes: 'b' }) },
      edges: ['start > pick', 'pick.else > a', 'pick.else > b', 'a > end', 'b > end'],
    })

    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({ notes: ['a', 'b'] })
  })

  test.each([
    ['{"choice":"left"}', 'left'],
    ['{"choice":"up"}', 'else'],
    ['no idea', 'else'],
  ])('by a model: %s leads %s', async (reply, way) => {
    const { runtime, calls } = testRuntime({ replies: [reply] })
    const document = graph({
      state,
      nodes: {
        pick: {
          kind: 'branch',
          decide: {
            by: 'model',
            model: { connection: 'practice', name: 'm' },
            prompt: {
              messages: [
                { role: 'system', text: 'Be quick.' },
                { role: 'user', text: 'Where to with {{topic}}?' },
              ],
            },
            choices: [{ port: 'left', description: 'the harbour' }],
          },
          else: 'else',
        },
        left: set({ notes: 'left' }),
        other: set({ notes: 'else' }),
      },
      edges: ['start > pick', 'pick.left > left', 'pick.else > other', 'left > end', 'other > end'],
    })

    expect(await runOnce(document, runtime, { topic: 'the boat' })).toMatchObject({ notes: [way] })
    expect(calls[0]?.messages.map((message) => message.text)).toEqual([
      'Be quick.\n\nChoose what fits best:\n- left: the harbour\n- else: none of these',
      'Where to with the boat?',
    ])
    expect(calls[0]?.options.response_format?.json_schema.schema).toMatchObject({
      properties: { choice: { enum: ['left', 'else'] } },
    })
  })
})

describe('loops', () => {
  const loop = (max: number, ...more: string[]) =>
    graph({
      state,
      nodes: { a: set({ count: 1 }), pick: rules(['again', 'true']) },
      edges: [
        'start > a',
        'a > pick',
        { from: 'pick', when: 'again', to: 'a', max },
        'pick.else > end',
        ...more,
      ],
    })

  test('go round as often as their edge may, then by the next rule or the else', async () => {
    const { runtime } = testRuntime()

    expect(await runOnce(loop(3), runtime, { topic: '' })).toMatchObject({ count: 4 })
  })

  test('count anew in every run of a thread', async () => {
    const { runtime } = testRuntime()
    const { run } = onThread(loop(2), runtime)

    expect(await run({ topic: '' })).toMatchObject({ count: 3 })
    expect(await run({ topic: '' })).toMatchObject({ count: 6 })
  })

  test('end in an error where no way is left', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      nodes: { a: set({ count: 1 }), b: set({}) },
      edges: ['start > a', { from: 'a', to: 'b', max: 2 }, 'b > a', 'a.error > end'],
    })
    const endless = { ...document, edges: document.edges.filter((edge) => edge.when !== 'error') }
    const closed = { ...endless, edges: [...endless.edges, { from: 'b', to: 'end', max: 1 }] }

    await expect(runOnce(closed, runtime, { topic: '' })).rejects.toMatchObject({
      code: 'RECURSION_LIMIT',
      message: expect.stringContaining('Every way on from `a` has been taken as often as it may'),
    })
    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({
      error: { code: 'RECURSION_LIMIT', node: 'a' },
    })
  })
})

describe('fan-out', () => {
  const fan = (
    of: string,
    work: GraphNode = set({ notes: '{{item}} of {{topic}}' }),
    max?: number,
  ) =>
    graph({
      state: { ...state, items: { type: 'array', default: [] } },
      input: ['topic', 'items'],
      nodes: { plan: set({ notes: 'plan' }), work, join: set({ count: '= notes.length' }) },
      edges: [
        'start > plan',
        { from: 'plan', to: 'work', each: { of, as: 'item', ...(max && { max }) } },
        'work > join',
        'join > end',
      ],
    })

  test('runs one copy an element, in order, and joins once', async () => {
    const { runtime } = testRuntime()

    const end = await runOnce(fan('items'), runtime, { topic: 't', items: ['a', 'b', 'c'] })

    expect(end).toMatchObject({ notes: ['plan', 'a of t', 'b of t', 'c of t'], count: 4 })
  })

  test('copies of copies see what they look at', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { ...state, items: { type: 'array', default: [] } },
      input: ['topic', 'items'],
      nodes: { outer: set({ count: 1 }), inner: set({ notes: '{{topic}} {{letter}}' }) },
      edges: [
        { from: 'start', to: 'outer', each: { of: 'items', as: 'word' } },
        { from: 'outer', to: 'inner', each: { of: '[...word]', as: 'letter' } },
        'inner > end',
      ],
    })

    const end = await runOnce(document, runtime, { topic: 't', items: ['ab', 'c'] })

    expect(end).toMatchObject({ notes: ['t a', 't b', 't c'] })
  })

  test('takes the list as the node has just written it', async () => {
    const { runtime } = testRuntime()

    const end = await runOnce(fan('notes.map((note) => note + "!")'), runtime, { topic: 't' })

    expect(end).toMatchObject({ notes: ['plan', 'plan! of t'] })
  })

  test('goes on to the join when there are no elements', async () => {
    const { runtime, executed } = testRuntime()

    expect(await runOnce(fan('items'), runtime, { topic: 't' })).toMatchObject({
      notes: ['plan'],
      count: 1,
    })
    expect(executed).toEqual(['plan', 'join'])
  })

  test('takes the first elements up to its limit', async () => {
    const { runtime } = testRuntime()

    const end = await runOnce(fan('items', undefined, 2), runtime, { topic: 't', items: [1, 2, 3] })

    expect(end).toMatchObject({ notes: ['plan', '1 of t', '2 of t'] })
  })

  test('of something else than a list is an error', async () => {
    const { runtime } = testRuntime()

    await expect(runOnce(fan('topic'), runtime, { topic: 't' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'The fan-out to `work` needs a list, but `topic` is a text',
    })
  })

  test('works from the start, twice into one node, and on from a copy', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: { split: set({ notes: '{{word}}' }), letter: set({ notes: '{{char}}' }) },
      edges: [
        { from: 'start', to: 'split', each: { of: 'items', as: 'word' } },
        { from: 'split', to: 'letter', each: { of: '[...word]', as: 'char' } },
        { from: 'split', to: 'letter', when: 'error' },
        'letter > end',
      ],
    })

    const { notes } = await runOnce(document, runtime, { items: ['ab', 'c'] })

    expect(notes).toEqual(['ab', 'c', 'a', 'b', 'c'])
  })

  test('into a branch decides for each copy', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: {
        pick: rules(['big', 'n > 1']),
        big: set({ notes: 'big' }),
        small: set({ notes: 'small' }),
      },
      edges: [
        { from: 'start', to: 'pick', each: { of: 'items', as: 'n' } },
        'pick.big > big',
        'pick.else > small',
        'big > end',
        'small > end',
      ],
    })

    expect(await runOnce(document, runtime, { items: [1, 2, 3] })).toMatchObject({
      notes: ['big', 'small'],
    })
    expect(await runOnce(document, runtime, { items: [] })).toMatchObject({ notes: ['small'] })
  })
})

describe('a way from a node to itself', () => {
  test('is taken as often as its limit says, beside the way on', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      nodes: { a: set({ count: '= 1' }) },
      edges: ['start > a', { from: 'a', to: 'a', max: 2 }, 'a > end'],
    })

    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({ count: 3 })
  })

  test('by a port of its own ends when the branch says so', async () => {
    const { runtime, executed } = testRuntime()
    const document = graph({
      state: { ...state, count: { type: 'number', default: 0 } },
      nodes: { a: set({ count: '= 1' }), pick: rules(['again', 'count < 1']) },
      edges: [
        'start > pick',
        { from: 'pick', when: 'again', to: 'pick', max: 3 },
        'pick.again > a',
        'a > end',
        'pick.else > end',
      ],
    })

    await runOnce(document, runtime, { topic: '' })

    expect(executed).toEqual(['pick', 'a', 'pick', 'a', 'pick'])
  })

  test('may fan out, and ends where there is nothing left', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: { walk: set({ notes: '= item ? item.name : "root"' }) },
      edges: [
        'start > walk',
        {
          from: 'walk',
          to: 'walk',
          each: { of: 'item ? item.items ?? [] : items', as: 'item' },
        },
        'walk > end',
      ],
    })
    const items = [{ name: 'a', items: [{ name: 'b' }] }, { name: 'c' }]

    expect(await runOnce(document, runtime, { items })).toMatchObject({
      notes: ['root', 'a', 'c', 'b'],
    })
  })
})

test('a deferred node waits for the longer of two branches', async () => {
  const { runtime } = testRuntime()
  const document = graph({
    state,
    nodes: {
      a: set({ notes: 'a' }),
      b: set({ notes: 'b' }),
      b2: set({ notes: 'b2' }),
      join: { ...set({ notes: '= ["saw " + notes.length]' }), defer: true },
    },
    edges: ['start > a', 'start > b', 'b > b2', 'a > join', 'b2 > join', 'join > end'],
  })

  expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({
    notes: ['a', 'b', 'b2', 'saw 3'],
  })
})

describe('error edges', () => {
  const failing = (error: Error) =>
    testRuntime({ tools: [testTool('calculator', () => Promise.reject(error))] })
  const document = graph({
    state,
    nodes: {
      work: { kind: 'tool', tool: 'calculator', args: {} },
      rescue: set({ notes: '{{error.code}}: {{error.message}} in {{error.node}}' }),
    },
    edges: ['start > work', 'work > end', 'work.error > rescue', 'rescue > end'],
  })

  test('lead on with what went wrong', async () => {
    const { runtime } = failing(Object.assign(new Error('no luck'), { code: 'TOOL_ERROR' }))

    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({
      notes: ['TOOL_ERROR: no luck in work'],
    })
  })

  test('are not taken when the run is cancelled', async () => {
    const { runtime } = failing(new DOMException('stop', 'AbortError'))

    await expect(runOnce(document, runtime, { topic: '' })).rejects.toMatchObject({
      code: 'ABORTED',
      message: 'stop',
    })
  })

  test('do not stop what runs beside', async () => {
    const { runtime } = testRuntime({
      tools: [
        testTool('calculator', ({ n }) =>
          n === 2 ? Promise.reject(new Error('two')) : Promise.resolve(n ?? null),
        ),
      ],
    })
    const fan = graph({
      state: { items: { type: 'array' }, notes: state.notes },
      nodes: {
        work: {
          kind: 'tool',
          tool: 'calculator',
          args: { n: { expression: 'item' } },
          writes: 'notes',
        },
        rescue: set({ notes: '{{error.message}}' }),
      },
      edges: [
        { from: 'start', to: 'work', each: { of: 'items', as: 'item' } },
        'work > end',
        'work.error > rescue',
        'rescue > end',
      ],
    })

    expect(await runOnce(fan, runtime, { items: [1, 2, 3] })).toMatchObject({
      notes: [1, 3, 'two'],
    })
  })
})

test('the last message of a model may go to tools of any node', async () => {
  const { runtime } = testRuntime({
    replies: [calling(['calculator', {}])],
    tools: [testTool('calculator', async () => 4)],
  })
  const document = graph({
    state: { messages: { type: 'messages' } },
    nodes: {
      say: {
        kind: 'model',
        model: { connection: 'c', name: 'm' },
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['calculator'],
      },
      act: { kind: 'tools', channel: 'messages' },
    },
    edges: ['start > say', 'say > act', 'act > end'],
  })

  const { messages } = await runOnce(document, runtime, { messages: 'go' })

  expect(messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant' },
    { role: 'tool', content: '4' },
  ])
})
