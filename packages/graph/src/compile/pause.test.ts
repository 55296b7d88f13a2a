import { Command } from '@langchain/langgraph'
import type { Channel, GraphNode, InterruptAnswer, NodeOf } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { onThread } from '../testing/run.ts'
import { calling, testRuntime, testTool } from '../testing/runtime.ts'

const state: Record<string, Channel> = {
  topic: { type: 'string' },
  decision: { type: 'string' },
  reason: { type: 'string' },
  notes: { type: 'array', reducer: 'append' },
  items: { type: 'array', default: [] },
  messages: { type: 'messages' },
}
const ask = (fields: Partial<NodeOf<'ask'>> = {}): GraphNode => ({
  kind: 'ask',
  title: 'Check',
  message: 'Publish {{topic}}?',
  form: { type: 'object', properties: { why: { type: 'string' } } },
  decisions: [{ port: 'yes', label: 'Yes, please' }, { port: 'no' }],
  writes: { decision: 'decision', reason: 'values.why' },
  ...fields,
})
const asking = (node: GraphNode, more: string[] = []) =>
  graph({
    state,
    nodes: { check: node, yes: set({ notes: 'yes' }), no: set({ notes: 'no' }) },
    edges: ['start > check', 'check.yes > yes', 'check.no > no', 'yes > end', 'no > end', ...more],
  })
const resume = (answers: Record<string, unknown>) => new Command({ resume: answers })
const answered = (decision: string, values = {}): InterruptAnswer => ({
  kind: 'ask',
  decision,
  values,
})

describe('ask', () => {
  test('pauses with what it asks, and goes on by the decision', async () => {
    const { runtime } = testRuntime()
    const { run, pauses } = onThread(asking(ask()), runtime)

    await run({ topic: 'this' })
    const [pause] = await pauses()
    const end = await run(resume({ [pause?.id ?? '']: answered('no', { why: 'too long' }) }))

    expect(pause).toMatchObject({
      kind: 'ask',
      node: 'check',
      title: 'Check',
      message: 'Publish this?',
      form: { type: 'object' },
      decisions: [
        { port: 'yes', label: 'Yes, please' },
        { port: 'no', label: 'no' },
      ],
      deadlineAt: null,
    })
    expect(end).toMatchObject({ decision: 'no', reason: 'too long', notes: ['no'] })
  })

  test('has a deadline, after which it may be answered with timeout', async () => {
    const { runtime } = testRuntime()
    const document = asking(ask({ deadlineMs: 60_000 }), ['check.timeout > no'])
    const { run, pauses } = onThread(document, runtime)

    await run({ topic: 'this' })
    const [pause] = await pauses()
    const end = await run(resume({ [pause?.id ?? '']: answered('timeout') }))

    expect(pause).toMatchObject({ deadlineAt: 1_000_000 + 60_000_000 })
    expect(end).toMatchObject({ decision: 'timeout', notes: ['no'] })
  })

  test.each([
    ['a decision it does not have', answered('maybe'), 'decision: expected one of yes, no'],
    [
      'a form filled in wrong',
      answered('yes', { why: 1 }),
      'values.why: expected string, got number',
    ],
    ['timeout, without a deadline', answered('timeout'), 'decision: expected one of yes, no'],
  ])('refuses %s', async (_, answer, reason) => {
    const { runtime } = testRuntime()
    const { run, pauses } = onThread(asking(ask()), runtime)
    await run({ topic: 'this' })
    const [pause] = await pauses()

    await expect(run(resume({ [pause?.id ?? '']: answer }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: `The answer to \`check\` does not fit what it asked: ${reason}`,
    })
  })

  test('in a fan-out asks once a copy, and each goes its way', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      input: ['items'],
      nodes: {
        check: ask({ key: 'item', message: '{{item}}?', writes: {} }),
        yes: set({ notes: 'yes' }),
        no: set({ notes: 'no' }),
      },
      edges: [
        { from: 'start', to: 'check', each: { of: 'items', as: 'item' } },
        'check.yes > yes',
        'check.no > no',
        'yes > end',
        'no > end',
      ],
    })
    const { run, pauses } = onThread(document, runtime)

    await run({ items: ['a', 'b'] })
    const asked = await pauses()
    const answers = asked.map(({ id, title }) => [id, answered(title.endsWith('a') ? 'yes' : 'no')])
    const end = await run(resume(Object.fromEntries(answers)))

    expect(asked.map(({ title }) => title)).toEqual(['Check · a', 'Check · b'])
    expect(end).toMatchObject({ notes: ['no', 'yes'] })
  })

  test('about nothing is an error that says so', async () => {
    const { runtime } = testRuntime()
    const document = graph({
      state,
      input: ['items'],
      nodes: { check: ask({ key: 'item', message: '{{item}}?', writes: {} }) },
      edges: [
        { from: 'start', to: 'check', each: { of: 'items', as: 'item' } },
        'check.yes > end',
        'check.no > end',
      ],
    })

    await expect(onThread(document, runtime).run({ items: [] })).rejects.toMatchObject({
      message: 'There is nothing to ask `check` about: the list is empty',
    })
  })
})

describe('approval', () => {
  const mails: unknown[] = []
  const send = testTool(
    'send',
    async (args) => {
      mails.push(args)
      return 'sent'
    },
    {
      effect: 'write',
      schema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
    },
  )
  const look = testTool('look', async () => 'seen')
  const agent: GraphNode = {
    kind: 'agent',
    title: 'Clerk',
    model: { connection: 'practice', name: 'm' },
    prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
    tools: ['send', 'look'],
    approvals: ['send'],
  }
  const clerk = graph({
    state,
    input: ['messages'],
    nodes: { clerk: agent },
    edges: ['start > clerk', 'clerk > end'],
  })
  const replies = [
    calling(['send', { to: 'a' }], ['look', {}], ['send', { to: 'b' }], ['send', { to: 'c' }]),
    'done',
  ]

  test('waits once for all calls that need it; some go, one is changed, one is refused', async () => {
    mails.length = 0
    const { runtime, calls } = testRuntime({ replies, tools: [send, look] })
    const { run, pauses } = onThread(clerk, runtime)

    await run({ messages: 'write' })
    const [pause, ...others] = await pauses()
    const sentBefore = [...mails]
    const end = await run(
      resume({
        [pause?.id ?? '']: {
          kind: 'approval',
          decisions: [
            { type: 'approve' },
            { type: 'edit', args: { to: 'x' } },
            { type: 'reject', reason: 'no' },
          ],
        },
      }),
    )

    expect(others).toEqual([])
    expect(pause).toMatchObject({
      kind: 'approval',
      node: 'clerk/approve',
      title: 'Clerk',
      calls: [
        { name: 'send', args: { to: 'a' }, description: 'Does send', schema: send.schema },
        { args: { to: 'b' } },
        { args: { to: 'c' } },
      ],
    })
    expect([sentBefore, mails]).toEqual([[], [{ to: 'a' }, { to: 'x' }]])
    expect(end['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', content: 'A human refused this call: no' },
      { role: 'tool', content: 'sent' },
      { role: 'tool', content: 'seen' },
      { role: 'tool', content: 'sent' },
      { role: 'assistant', content: 'done' },
    ])
    expect(calls).toHaveLength(2)
    expect(calls[1]?.messages[1]).toMatchObject({
      tool_calls: [{ args: { to: 'a' } }, {}, { args: { to: 'x' } }, { args: { to: 'c' } }],
    })
  })

  test('of a single tool runs it, changes it or fails with the reason', async () => {
    const document = graph({
      state,
      nodes: {
        post: {
          kind: 'tool',
          tool: 'send',
          args: { to: { template: '{{topic}}' } },
          approval: true,
          writes: 'decision',
        },
      },
      edges: ['start > post', 'post > end'],
    })
    const decide = async (decision: object) => {
      mails.length = 0
      const { runtime } = testRuntime({ tools: [send] })
      const { run, pauses } = onThread(document, runtime)
      await run({ topic: 'a' })
      const [pause] = await pauses()
      return run(resume({ [pause?.id ?? '']: { kind: 'approval', decisions: [decision] } }))
    }

    expect(await decide({ type: 'edit', args: { to: 'b' } })).toMatchObject({ decision: 'sent' })
    expect(mails).toEqual([{ to: 'b' }])
    await expect(decide({ type: 'reject', reason: 'spam' })).rejects.toMatchObject({
      code: 'TOOL_ERROR',
      message: 'A human refused `send`: spam',
    })
    await expect(decide({ type: 'edit', args: {} })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('given once counts for every further try', async () => {
    let tries = 0
    const shaky = testTool('send', async () => {
      tries += 1
      if (tries < 3) throw new Error('busy')
      return 'sent'
    })
    const { runtime } = testRuntime({ tools: [shaky] })
    const retry = { attempts: 3, initialMs: 1, factor: 1, maxMs: 1 }
    const document = graph({
      state,
      nodes: {
        post: { kind: 'tool', tool: 'send', args: {}, approval: true, writes: 'decision', retry },
      },
      edges: ['start > post', 'post > end'],
    })
    const { run, pauses } = onThread(document, runtime)
    await run({ topic: 'a' })
    const [pause] = await pauses()

    const end = await run(
      resume({ [pause?.id ?? '']: { kind: 'approval', decisions: [{ type: 'approve' }] } }),
    )

    expect(end).toMatchObject({ decision: 'sent' })
    expect(tries).toBe(3)
  })

  test('also holds for tool calls of a model node', async () => {
    mails.length = 0
    const { runtime } = testRuntime({ replies: [calling(['send', { to: 'a' }])], tools: [send] })
    const prompt = { messages: [{ role: 'placeholder' as const, channel: 'messages' }] }
    const document = graph({
      state,
      input: ['messages'],
      nodes: {
        say: { kind: 'model', model: { connection: 'c', name: 'm' }, prompt, tools: ['send'] },
        act: { kind: 'tools', channel: 'messages', approvals: ['send'] },
      },
      edges: ['start > say', 'say > act', 'act > end'],
    })
    const { run, pauses } = onThread(document, runtime)
    await run({ messages: 'go' })
    const [pause] = await pauses()

    const end = await run(
      resume({
        [pause?.id ?? '']: { kind: 'approval', decisions: [{ type: 'reject', reason: '' }] },
      }),
    )

    expect(mails).toEqual([])
    expect(end['messages']).toMatchObject([
      {},
      {},
      { role: 'tool', content: 'A human refused this call.' },
    ])
  })
})
