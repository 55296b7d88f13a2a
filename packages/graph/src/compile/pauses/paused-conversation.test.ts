import type { BaseCheckpointSaver } from '@langchain/langgraph'
import type { GraphDocument, InterruptAnswer } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { add, agent, model, only, texts } from '../../testing/agent.ts'
import { calledAgent } from '../../testing/called-agents.ts'
import { graph as drawn } from '../../testing/documents.ts'
import { onThread, resume } from '../../testing/run.ts'
import { calling, testRuntime, testTool } from '../../testing/runtime.ts'
import type { ScriptedReply } from '../../testing/runtime.ts'
import { abandonedChannels, pausedChannels } from '../index.ts'
import type { CompileOptions } from '../index.ts'

type Decisions = Extract<InterruptAnswer, { kind: 'approval' }>['decisions']

const call = () => calling(['add', { a: 1, b: 2 }])

/** A conversation of an agent with a system prompt, whose every call waits for a human. */
function startConversation(replies: Parameters<typeof testRuntime>[0] = {}) {
  const { runtime, calls, reported } = testRuntime({ tools: [add], ...replies })
  const { run, pauses, graph, config } = onThread(only(agent({ approvals: ['add'] })), runtime)
  const answer = async (decisions: Decisions) => {
    const waiting = await pauses()
    return run(
      resume(Object.fromEntries(waiting.map(({ id }) => [id, { kind: 'approval', decisions }]))),
    )
  }
  return { run, answer, calls, reported, graph, config }
}

describe('an agent with a system prompt', () => {
  test.each<[string, Decisions, string]>([
    ['approved', [{ type: 'approve' }], 'tool: 3'],
    ['edited', [{ type: 'edit', args: { a: 4, b: 5 } }], 'tool: 9'],
    [
      'rejected',
      [{ type: 'reject', reason: 'too much' }],
      'tool: A human refused this call: too much',
    ],
  ])('keeps exactly the conversation after calls that were %s', async (_, decisions, result) => {
    const { run, answer, calls } = startConversation({ replies: [call(), 'one', call(), 'two'] })

    await run({ messages: 'first' })
    const first = await answer(decisions)
    await run({ messages: 'second' })
    const second = await answer(decisions)

    const turn = (question: string, reply: string) => [
      `user: ${question}`,
      'assistant: ',
      result,
      `assistant: ${reply}`,
    ]
    expect(texts(first['messages'])).toEqual(turn('first', 'one'))
    expect(texts(second['messages'])).toEqual([...turn('first', 'one'), ...turn('second', 'two')])
    expect(
      calls.map(({ messages }) => messages.filter(({ type }) => type === 'system').length),
    ).toEqual([1, 1, 1, 1])
  })

  test('writes only new messages when it resumes', async () => {
    const { run, answer, graph, config } = startConversation({ replies: [call(), 'done'] })
    await run({ messages: 'go' })

    await answer([{ type: 'approve' }])

    const written: string[][] = []
    for await (const { tasks } of graph.getStateHistory(config)) {
      const [task] = tasks
      const result = task?.result as { messages?: { id?: string; type: string }[] } | undefined
      written.push((result?.messages ?? []).map(({ type, id }) => `${type} ${id ? 'with id' : ''}`))
    }
    expect(written.find(({ length }) => length > 1)).toEqual([
      'ai with id',
      'tool with id',
      'ai with id',
    ])
  })

  test('keeps its conversation when parallel calls wait together', async () => {
    const both = calling(['add', { a: 1, b: 2 }], ['add', { a: 3, b: 4 }])
    both.tool_calls?.forEach((one, index) => (one.id = `call-${index}`))
    const { run, answer, reported } = startConversation({ replies: [both, 'done'] })
    await run({ messages: 'go' })

    const { messages } = await answer([{ type: 'reject', reason: 'no' }, { type: 'approve' }])

    expect(texts(messages)).toEqual([
      'user: go',
      'assistant: ',
      'tool: A human refused this call: no',
      'tool: 7',
      'assistant: done',
    ])
    expect(reported.map(({ text }) => text)).toEqual(['A human refused this call: no', '7'])
  })
})

test('writes only the tool answers when a tools node resumes', async () => {
  const { runtime } = testRuntime({ tools: [add], replies: [call()] })
  const document = drawn({
    state: { messages: { type: 'messages' } },
    nodes: {
      say: {
        kind: 'model',
        model,
        prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
        tools: ['add'],
      },
      act: { kind: 'tools', channel: 'messages', approvals: ['add'] },
    },
    edges: ['start > say', 'say > act', 'act > end'],
  })
  const { run, pauses, graph, config } = onThread(document, runtime)
  await run({ messages: 'go' })
  const [pause] = await pauses()
  const answer = { kind: 'approval', decisions: [{ type: 'approve' }] }

  const written: string[] = []
  const stream = await graph.stream(resume({ [pause?.id ?? '']: answer }), {
    ...config,
    streamMode: 'updates',
  })
  for await (const update of stream) {
    written.push(...texts(runtime.toJson(update['act']?.['messages'] ?? [])))
  }

  expect(written).toEqual(['tool: 3'])
})

describe('a paused agent', () => {
  const document = only(agent({ approvals: ['add'] }))
  const helper = { helper: calledAgent('helper', document) }
  const look = testTool('look', async () => 'seen')

  /** The conversation of a thread whose graph is paused: as its checkpoint has it, and as it is shown. */
  async function pausedAfter(
    start: GraphDocument,
    replies: ScriptedReply[],
    { said = ['go'], ...options }: CompileOptions & { said?: string[] } = {},
  ) {
    const { runtime } = testRuntime({ tools: [add, look], replies })
    const { run, graph, config } = onThread(start, runtime, options)
    for (const messages of said) await run({ messages })
    // The cast holds: \`onThread\` compiles every graph with a checkpointer.
    const tuple = await (graph.checkpointer as BaseCheckpointSaver).getTuple(config)
    if (!tuple) throw new Error('The run saved no checkpoint')
    return {
      saved: texts(runtime.toJson(tuple.checkpoint.channel_values['messages'])),
      shown: texts(runtime.toJson(pausedChannels(tuple)['messages'])),
      abandoned: texts(runtime.toJson(abandonedChannels(tuple)['messages'] ?? [])),
    }
  }

  test('shows the message whose calls it asks about', async () => {
    expect(await pausedAfter(document, [call()])).toMatchObject({
      saved: ['user: go'],
      shown: ['user: go', 'assistant: '],
    })
  })

  test('shows the calls it made before, with their answers', async () => {
    const careful = only(agent({ tools: ['add', 'look'], approvals: ['add'] }))

    const { shown } = await pausedAfter(careful, [calling(['look', {}]), call()])

    expect(shown).toEqual(['user: go', 'assistant: ', 'tool: seen', 'assistant: '])
  })

  test('shows its summary in place of the messages it summarized', async () => {
    const summarize = { afterTokens: 0, keepMessages: 1 }
    const replies = ['hello', 'They greeted each other.', call()]

    const { shown } = await pausedAfter(only(agent({ approvals: ['add'], summarize })), replies, {
      said: ['hi', 'go'],
    })

    expect(shown).toEqual([
      'user: Here is a summary of the conversation to date:\n\nThey greeted each other.',
      'user: go',
      'assistant: ',
    ])
  })

  test('shows the answers of finished calls next to a paused one', async () => {
    const lead = only(agent({ tools: ['look', 'agent__helper'] }))
    const both = calling(
      ['look', {}],
      ['agent__helper', { messages: [{ role: 'user', content: 'add' }] }],
    )
    both.tool_calls?.forEach((one, index) => (one.id = `call-${index}`))

    const { shown, abandoned } = await pausedAfter(lead, [both, call()], { calledAgents: helper })

    expect(shown).toEqual(['user: go', 'assistant: ', 'tool: seen'])
    expect(abandoned).toEqual([...shown, 'tool: This call was cancelled before it finished.'])
  })

  test('leaves its finished calls and cancels the open one when it is abandoned', async () => {
    const careful = only(agent({ tools: ['add', 'look'], approvals: ['add'] }))

    const { abandoned } = await pausedAfter(careful, [calling(['look', {}]), call()])

    expect(abandoned).toEqual([
      'user: go',
      'assistant: ',
      'tool: seen',
      'assistant: ',
      'tool: This call was cancelled before it finished.',
    ])
  })

  test('leaves nothing when it is abandoned if its node writes only a text', async () => {
    const quiet = only(agent({ approvals: ['add'], output: { text: 'text' } }))

    expect((await pausedAfter(quiet, [call()])).abandoned).toEqual([])
  })

  test('cancels the calls that a tools node asks about when it is abandoned', async () => {
    const split = drawn({
      state: { messages: { type: 'messages' } },
      nodes: {
        say: {
          kind: 'model',
          model,
          prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
          tools: ['add'],
        },
        act: { kind: 'tools', channel: 'messages', approvals: ['add'] },
      },
      edges: ['start > say', 'say > act', 'act > end'],
    })

    expect((await pausedAfter(split, [call()])).abandoned).toEqual([
      'user: go',
      'assistant: ',
      'tool: This call was cancelled before it finished.',
    ])
  })

  test('shows no message if its node writes only a text', async () => {
    const quiet = only(agent({ approvals: ['add'], output: { text: 'text' } }))

    expect((await pausedAfter(quiet, [call()])).shown).toEqual(['user: go'])
  })

  test('shows its conversation through the node that calls it', async () => {
    const caller = drawn({
      state: { messages: { type: 'messages' }, copy: { type: 'array' } },
      nodes: {
        ask: {
          kind: 'agent-call',
          agent: 'helper',
          input: { messages: { expression: 'messages' } },
          output: { messages: 'messages', copy: 'messages' },
        },
      },
      edges: ['start > ask', 'ask > end'],
    })

    expect((await pausedAfter(caller, [call()], { calledAgents: helper })).shown).toEqual([
      'user: go',
      'assistant: ',
    ])
  })

  test('shows the call of a paused agent tool without the messages of that agent', async () => {
    const lead = only(agent({ tools: ['agent__helper'] }))
    const outer = calling(['agent__helper', { messages: [{ role: 'user', content: 'add' }] }])

    expect((await pausedAfter(lead, [outer, call()], { calledAgents: helper })).shown).toEqual([
      'user: go',
      'assistant: ',
    ])
  })
})
