import type { InterruptAnswer } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { add, agent, only, texts } from '../testing/agent.ts'
import { onThread, resume } from '../testing/run.ts'
import { calling, testRuntime } from '../testing/runtime.ts'

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
