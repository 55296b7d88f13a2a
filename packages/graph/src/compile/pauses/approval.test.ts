import type { Channel, GraphNode } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph } from '../../testing/documents.ts'
import { onThread, resume } from '../../testing/run.ts'
import { calling, testRuntime, testTool } from '../../testing/runtime.ts'

const state: Record<string, Channel> = {
  topic: { type: 'string' },
  decision: { type: 'string' },
  messages: { type: 'messages' },
}

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
    model: { connection: 'demo', name: 'm' },
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

  test('waits once for all calls that need it and applies an approval, an edit and a rejection', async () => {
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

  test('runs the tool, edits its arguments or fails with the reason on a single tool node', async () => {
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

  test('applies to every retry', async () => {
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

  test('applies to tool calls of a model node', async () => {
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
