import { AIMessage } from '@langchain/core/messages'
import { describe, expect, test } from 'vitest'
import { add, agent, only, texts } from '../../testing/agent.ts'
import { onThread, runOnce } from '../../testing/run.ts'
import { calling, testRuntime } from '../../testing/runtime.ts'

describe('the tool loop of an agent', () => {
  test('calls tools in parallel until the model answers, and keeps all messages', async () => {
    const { runtime, calls } = testRuntime({
      replies: [calling(['add', { a: 1, b: 2 }], ['add', { a: 3, b: 4 }]), '3 and 7'],
      tools: [add],
    })

    const { messages } = await runOnce(only(agent()), runtime, { messages: 'Add!' })

    expect(texts(messages)).toEqual([
      'user: Add!',
      'assistant: ',
      'tool: 3',
      'tool: 7',
      'assistant: 3 and 7',
    ])
    expect(calls.map(({ path }) => path)).toEqual(['helper/model', 'helper/model'])
    expect(calls[0]?.options.tools).toEqual([
      {
        type: 'function',
        function: { name: 'add', description: 'Does add', parameters: add.schema },
      },
    ])
    expect(calls[1]?.messages[0]?.text).toBe('Be brief.')
  })

  test('continues the conversation in a second run on the thread', async () => {
    const { runtime, calls } = testRuntime({ replies: ['one', 'two'], tools: [add] })
    const { run } = onThread(only(agent()), runtime)

    await run({ messages: 'first' })
    const { messages } = await run({ messages: 'second' })

    expect(texts(messages)).toEqual([
      'user: first',
      'assistant: one',
      'user: second',
      'assistant: two',
    ])
    expect(calls[1]?.messages).toHaveLength(4)
  })

  test.each([
    [
      'an unknown tool',
      calling(['subtract', {}]),
      'There is no tool `subtract`. The tools are: add.',
    ],
    [
      'wrong arguments',
      calling(['add', { a: 'one' }]),
      'The arguments do not fit `add`: `b` is missing; a: expected number, got string',
    ],
    ['a tool that fails', calling(['add', { a: 1, b: 13 }]), 'Error: unlucky'],
  ])('returns %s to the model', async (_, reply, expected) => {
    const unlucky = { ...add, run: () => Promise.reject(new Error('unlucky')) }
    const { runtime, reported } = testRuntime({ replies: [reply, 'Sorry'], tools: [unlucky] })

    const { messages } = await runOnce(only(agent()), runtime, { messages: 'go' })

    expect(texts(messages)[2]).toBe(`tool: ${expected}`)
    expect(texts(reported.map((message) => runtime.toJson(message)))).toEqual([`tool: ${expected}`])
  })

  test('returns invalid JSON arguments to the model, under the id of the call', async () => {
    const broken = new AIMessage({
      content: '',
      invalid_tool_calls: [{ id: 'bad', name: 'add', args: '{"a": 1', type: 'invalid_tool_call' }],
    })
    const { runtime, calls, refused } = testRuntime({ replies: [broken, 'Sorry'], tools: [add] })

    const { messages } = await runOnce(only(agent()), runtime, { messages: 'go' })

    expect(texts(messages)[2]).toBe('tool: The arguments are not valid JSON: {"a": 1')
    expect(refused).toEqual(['add'])
    expect(calls[1]?.messages[2]).toMatchObject({
      tool_calls: [{ id: 'bad', name: 'add', args: {} }],
    })
  })

  test('the tool loop of an agent does not return fatal errors to the model', async () => {
    const spent = {
      ...add,
      run: () => Promise.reject(Object.assign(new Error('spent'), { code: 'BUDGET_EXCEEDED' })),
    }
    const { runtime } = testRuntime({ replies: [calling(['add', { a: 1, b: 1 }])], tools: [spent] })

    await expect(runOnce(only(agent()), runtime, { messages: 'go' })).rejects.toThrow('spent')
  })

  test('writes its answer to a text channel and its messages nowhere if configured', async () => {
    const { runtime } = testRuntime({ replies: ['Hello'], tools: [add] })

    const end = await runOnce(only(agent({ output: { text: 'text' } })), runtime, {
      messages: 'Hi',
    })

    expect(end).toMatchObject({ text: 'Hello', messages: [{ content: 'Hi' }] })
  })
})

describe('an agent limit', () => {
  const again = calling(['add', { a: 1, b: 1 }])

  test.each([
    [{ maxSteps: 2 }, 'RECURSION_LIMIT', '2 steps'],
    [{ maxModelCalls: 1 }, 'BUDGET_EXCEEDED', '1 model calls'],
  ])('%j', async (cap, code, words) => {
    const { runtime } = testRuntime({ replies: [again, again, again], tools: [add] })

    await expect(runOnce(only(agent(cap)), runtime, { messages: 'go' })).rejects.toMatchObject({
      code,
      message: `\`helper\` reached its limit of ${words} before it had an answer`,
    })
  })

  test('tokens', async () => {
    const dear = calling(['add', { a: 1, b: 1 }])
    Object.assign(dear, {
      usage_metadata: { input_tokens: 90, output_tokens: 20, total_tokens: 110 },
    })
    const { runtime } = testRuntime({ replies: [dear, 'never'], tools: [add] })

    await expect(
      runOnce(only(agent({ maxTotalTokens: 100 })), runtime, { messages: 'go' }),
    ).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' })
  })

  test('rejects tool calls over the limit, and the model responds with the results so far', async () => {
    const { runtime } = testRuntime({
      replies: [calling(['add', { a: 1, b: 1 }], ['add', { a: 2, b: 2 }]), again, 'done'],
      tools: [add],
    })

    const { messages } = await runOnce(only(agent({ maxToolCalls: 1 })), runtime, {
      messages: 'go',
    })

    expect(texts(messages).filter((text) => text.startsWith('tool'))).toEqual([
      'tool: The limit of 1 tool calls is reached; answer with what you have.',
      'tool: 2',
      'tool: The limit of 1 tool calls is reached; answer with what you have.',
    ])
  })
})

describe('summarization', () => {
  const summarize = { afterTokens: 40, keepMessages: 2 }
  const history = ['a', 'b', 'c', 'd'].map((letter, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: letter.repeat(80),
  }))

  test('replaces a long history by a summary, in the conversation too', async () => {
    const { runtime, calls } = testRuntime({ replies: ['They said letters.', 'e'], tools: [add] })

    const { messages } = await runOnce(only(agent({ summarize })), runtime, { messages: history })

    expect(texts(messages)).toEqual([
      'user: Here is a summary of the conversation to date:\n\nThey said letters.',
      `user: ${'c'.repeat(80)}`,
      `assistant: ${'d'.repeat(80)}`,
      'assistant: e',
    ])
    expect(calls.map(({ path }) => path)).toEqual(['helper/summarize', 'helper/model'])
    expect(calls[1]?.messages[0]?.text).toBe('Be brief.')
  })

  test('leaves a short history unchanged', async () => {
    const { runtime, calls } = testRuntime({ replies: ['e'], tools: [add] })

    await runOnce(only(agent({ summarize })), runtime, { messages: history.slice(0, 1) })

    expect(calls.map(({ path }) => path)).toEqual(['helper/model'])
  })
})
