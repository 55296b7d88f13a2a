import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { rules, state } from '../testing/routes.ts'
import { onThread, runOnce } from '../testing/run.ts'
import { calling, testRuntime, testTool } from '../testing/runtime.ts'

describe('a branch', () => {
  test.each([
    ['apple', 'fruit'],
    ['carrot', 'root'],
    ['apple tree', 'fruit'],
    ['stone', 'else'],
  ])('sends %s to the first rule that is true: %s', async (topic, way) => {
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

  test('supports several edges at one port', async () => {
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
  ])('routes a branch by a model: %s leads to %s', async (reply, way) => {
    const { runtime, calls } = testRuntime({ replies: [reply] })
    const document = graph({
      state,
      nodes: {
        pick: {
          kind: 'branch',
          decide: {
            by: 'model',
            model: { connection: 'demo', name: 'm' },
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

describe('limited loops', () => {
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

  test('a limited loop follows the next rule after the last repeat', async () => {
    const { runtime } = testRuntime()

    expect(await runOnce(loop(3), runtime, { topic: '' })).toMatchObject({ count: 4 })
  })

  test('limited loops count from zero in every run of a thread', async () => {
    const { runtime } = testRuntime()
    const { run } = onThread(loop(2), runtime)

    expect(await run({ topic: '' })).toMatchObject({ count: 3 })
    expect(await run({ topic: '' })).toMatchObject({ count: 6 })
  })

  test('limited loops fail if every edge has reached its limit', async () => {
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
      message: expect.stringContaining('Every edge of `a` has reached its limit'),
    })
    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({
      error: { code: 'RECURSION_LIMIT', node: 'a' },
    })
  })
})

describe('a self-loop', () => {
  test('repeats up to its limit, in parallel with the next node', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      nodes: { a: set({ count: '= 1' }) },
      edges: ['start > a', { from: 'a', to: 'a', max: 2 }, 'a > end'],
    })

    expect(await runOnce(document, runtime, { topic: '' })).toMatchObject({ count: 3 })
  })

  test('stops repeating when its branch chooses another port', async () => {
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

  test('supports a fan-out, and ends with an empty list', async () => {
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

test("a tools node runs the calls of any model node's last message", async () => {
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
