import type { CalledAgents, GraphDocument, JsonObject } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { calledAgent } from '../../testing/called-agents.ts'
import { graph, set } from '../../testing/documents.ts'
import { onThread, resume, runOnce } from '../../testing/run.ts'
import { testRuntime } from '../../testing/runtime.ts'
import { compileGraph } from '../index.ts'

const line = ['start > a', 'a > end']
const state = {
  topic: { type: 'string' as const },
  draft: { type: 'string' as const, default: '' },
  notes: { type: 'array' as const, reducer: 'append' as const },
  messages: { type: 'messages' as const },
}

/** Runs a caller of the agent `helper`, which has this document. */
async function run(
  caller: GraphDocument,
  helper: GraphDocument,
  input: JsonObject = { topic: 'tea' },
) {
  const { runtime, executed } = testRuntime()
  const calledAgents = { helper: calledAgent('helper', helper) }
  return { end: await runOnce(caller, runtime, input, { calledAgents }), executed }
}

const call = (input: JsonObject, output: Record<string, string>) =>
  ({ kind: 'agent-call', agent: 'helper', input, output }) as GraphDocument['nodes'][string]

const echo = graph({
  state: {
    question: { type: 'string' },
    reply: { type: 'string' },
    topic: { type: 'string', default: '' },
  },
  input: ['question'],
  output: ['reply'],
  nodes: { say: set({ reply: 'Re: {{question}}{{topic}}' }) },
  edges: ['start > say', 'say > end'],
})

describe('a called agent', () => {
  test('receives only its input and returns only its output', async () => {
    const caller = graph({
      state,
      nodes: { a: call({ question: { template: 'on {{topic}}' } }, { draft: 'reply' }) },
      edges: line,
    })

    const { end, executed } = await run(caller, echo)

    expect(end).toMatchObject({ topic: 'tea', draft: 'Re: on tea', notes: [], messages: [] })
    expect(Object.keys(end)).not.toContain('reply')
    expect(executed).toEqual(['a', 'say'])
  })

  test('uses the default of an empty input', async () => {
    const helper = graph({
      ...echo,
      state: { ...echo.state, question: { type: 'string', default: 'why?' } },
      edges: ['start > say', 'say > end'],
    })
    const caller = graph({
      state,
      nodes: { a: call({ question: { expression: 'null' } }, { draft: 'reply' }) },
      edges: line,
    })

    const { end } = await run(caller, helper)

    expect(end).toMatchObject({ draft: 'Re: why?' })
  })

  test('rejects invalid input of a called agent and follows the error edge', async () => {
    const caller = graph({
      state,
      nodes: {
        a: call({ question: { expression: '7' } }, { draft: 'reply' }),
        b: set({ draft: '{{error.code}}: {{error.message}}' }),
      },
      edges: [...line, 'a.error > b', 'b > end'],
    })

    const { end } = await run(caller, echo)

    expect(end['draft']).toBe(
      'INVALID_INPUT: The input of `a` for `helper` is invalid: question: expected string, got number',
    )
  })

  test('runs once per element and joins the results', async () => {
    const caller = graph({
      state,
      input: ['notes'],
      nodes: {
        a: call({ question: { expression: 'note' } }, { notes: 'reply' }),
      },
      edges: [{ from: 'start', to: 'a', each: { of: 'notes', as: 'note' } }, 'a > end'],
    })

    const { end } = await run(caller, echo, { notes: ['x', 'y'] })

    expect(end['notes']).toEqual(['x', 'y', 'Re: x', 'Re: y'])
  })

  test('continues a conversation and returns it without duplicates', async () => {
    const helper = graph({
      state: { messages: { type: 'messages' }, n: { type: 'number', default: 0 } },
      output: ['messages'],
      nodes: { say: set({ messages: '= [{ role: "assistant", content: "Hi" }]' }) },
      edges: ['start > say', 'say > end'],
    })
    const caller = graph({
      state,
      input: ['messages'],
      nodes: {
        a: call({ messages: { expression: 'messages' } }, { messages: 'messages' }),
        b: call({ messages: { expression: 'messages' } }, { notes: 'messages' }),
      },
      edges: ['start > a', 'a > b', 'b > end'],
    })

    const { end } = await run(caller, helper, { messages: 'Hello' })
    const said = (list: unknown) => (list as { content: string }[]).map(({ content }) => content)

    expect(said(end['messages'])).toEqual(['Hello', 'Hi'])
    expect(said(end['notes'])).toEqual(['Hello', 'Hi', 'Hi'])
  })

  test('starts with fresh state in each iteration of a loop', async () => {
    const helper = graph({
      state: { n: { type: 'number', reducer: 'sum' }, m: { type: 'number' } },
      input: ['n'],
      output: ['m'],
      nodes: { add: set({ n: 1 }), tell: set({ m: '= n' }) },
      edges: ['start > add', 'add > tell', 'tell > end'],
    })
    const caller = graph({
      state: { n: { type: 'number', default: 5 }, all: { type: 'array', reducer: 'append' } },
      nodes: {
        a: call({ n: { expression: 'n' } }, { all: 'm', n: 'm' }),
        b: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'more', when: 'all.length < 3' }] },
          else: 'else',
        },
      },
      edges: ['start > a', 'a > b', 'b.more > a', 'b.else > end'],
    })

    const { end } = await run(caller, helper, {})

    expect(end['all']).toEqual([6, 7, 8])
  })

  test('supports more steps than the limit of its caller allows', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => `n${index}`)
    const helper = graph({
      state: echo.state,
      input: ['question'],
      output: ['reply'],
      nodes: Object.fromEntries(ids.map((id) => [id, set({ reply: id })])),
      edges: ['start > n0', ...ids.slice(1).map((id, i) => `n${i} > ${id}`), 'n59 > end'],
    })
    const caller = graph({
      state,
      nodes: { a: call({ question: { value: '' } }, { draft: 'reply' }) },
      edges: line,
    })

    expect((await run(caller, helper)).end['draft']).toBe('n59')
  })
})

const asking = graph({
  state: { question: { type: 'string' }, reply: { type: 'string' } },
  output: ['reply'],
  nodes: {
    before: set({ reply: 'asked' }),
    ask: {
      kind: 'ask',
      message: '{{question}}?',
      decisions: [{ port: 'yes' }, { port: 'no' }],
      writes: { reply: 'decision' },
    },
  },
  edges: ['start > before', 'before > ask', 'ask.yes > end', 'ask.no > end'],
})

test('a question of a called agent pauses the whole run, and the answer reaches the agent', async () => {
  const { runtime, executed } = testRuntime()
  const middle = graph({
    state: { question: { type: 'string' }, reply: { type: 'string' } },
    output: ['reply'],
    nodes: {
      a: {
        kind: 'agent-call',
        agent: 'asking',
        version: 2,
        input: { question: { expression: 'question' } },
        output: { reply: 'reply' },
      },
    },
    edges: line,
  })
  const calledAgents: CalledAgents = {
    helper: calledAgent('helper', middle),
    'asking@2': calledAgent('asking', asking, 2),
  }
  const caller = graph({
    state,
    input: ['notes'],
    nodes: { a: call({ question: { expression: 'note' } }, { notes: 'reply' }) },
    edges: [{ from: 'start', to: 'a', each: { of: 'notes', as: 'note' } }, 'a > end'],
  })
  const thread = onThread(caller, runtime, { calledAgents })

  await thread.run({ notes: ['tea', 'milk'] })
  const pauses = await thread.pauses()
  const answers = pauses.map(({ id }, index) => [
    id,
    { kind: 'ask', decision: index === 0 ? 'yes' : 'no', values: {} },
  ])
  const end = await thread.run(resume(Object.fromEntries(answers)))

  expect(pauses.map((pause) => 'message' in pause && pause.message)).toEqual(['tea?', 'milk?'])
  expect(end['notes']).toEqual(['tea', 'milk', 'yes', 'no'])
  expect(executed.filter((path) => path === 'before')).toHaveLength(2)
})

describe('compileGraph rejects a call of', () => {
  const caller = graph({ state, nodes: { a: call({}, {}) }, edges: line })
  const refusal = (calledAgents: CalledAgents) => () =>
    compileGraph(caller, testRuntime().runtime, { calledAgents })

  test('a missing agent', () => {
    expect(refusal({})).toThrow('`a` cannot call `helper`: the agent does not exist')
  })

  test('an agent with errors', () => {
    expect(refusal({ helper: calledAgent('helper', graph({})) })).toThrow(
      '`a` cannot call `helper`: The graph has no nodes yet',
    )
  })

  test('an agent that calls itself', () => {
    expect(refusal({ helper: calledAgent('helper', caller) })).toThrow('it calls itself')
  })
})
