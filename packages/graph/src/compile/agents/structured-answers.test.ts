import type { GraphNode } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { add, agent, model, only } from '../../testing/agent.ts'
import { runOnce } from '../../testing/run.ts'
import { calling, testRuntime } from '../../testing/runtime.ts'

describe('structured answers:', () => {
  const answer = {
    name: 'sum',
    schema: {
      type: 'object',
      properties: { n: { type: 'number' } },
      required: ['n'],
      additionalProperties: false,
    },
    writes: { number: 'n' },
  }
  const plain = (): GraphNode => ({
    kind: 'model',
    model,
    prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
    answer,
  })

  test('a model request contains the schema, and the answer is written by path', async () => {
    const { runtime, calls } = testRuntime({ replies: ['```json\n{"n": 3}\n```'] })

    expect(await runOnce(only(plain()), runtime, { messages: 'go' })).toMatchObject({ number: 3 })
    expect(calls[0]?.options.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'sum', schema: answer.schema, strict: true },
    })
  })

  test('an invalid answer is requested once more, with the issues', async () => {
    const { runtime, calls } = testRuntime({ replies: ['{"n": "three"}', '{"n": 3}'] })

    expect(await runOnce(only(plain()), runtime, { messages: 'go' })).toMatchObject({ number: 3 })
    expect(calls[1]?.messages.map((message) => message.text)).toEqual([
      'go',
      '{"n": "three"}',
      'That answer does not fit the schema (n: expected number, got string). Answer again with JSON that fits the schema and nothing else.',
    ])
  })

  test.each([
    ['twice wrong', ['no', 'no'], 'it is not JSON'],
    ['twice empty', ['', ''], 'it is empty'],
  ])('an answer that is %s fails', async (_, replies, reason) => {
    const { runtime } = testRuntime({ replies })

    await expect(runOnce(only(plain()), runtime, { messages: 'go' })).rejects.toMatchObject({
      code: 'BAD_RESPONSE',
      message: `The answer of \`helper\` does not fit its schema, twice over: ${reason}`,
    })
  })

  test('an agent with tools requests the answer after the loop, unless the loop ends with a valid answer', async () => {
    const loop = calling(['add', { a: 1, b: 2 }])
    const asked = testRuntime({ replies: [loop, 'It is 3.', '{"n": 3}'], tools: [add] })
    const given = testRuntime({ replies: [loop, '{"n": 3}'], tools: [add] })
    const document = only(agent({ answer }))

    expect(await runOnce(document, asked.runtime, { messages: 'go' })).toMatchObject({ number: 3 })
    expect(await runOnce(document, given.runtime, { messages: 'go' })).toMatchObject({ number: 3 })
    expect(asked.calls.map(({ path, options }) => [path, 'response_format' in options])).toEqual([
      ['helper/model', false],
      ['helper/model', false],
      ['helper/answer', true],
    ])
    expect(given.calls).toHaveLength(2)
  })

  test('the format is strict only if the whole schema is closed', async () => {
    const { runtime, calls } = testRuntime({ replies: ['{}'] })
    const open = { ...answer, schema: { type: 'object', properties: { n: { type: 'number' } } } }

    await runOnce(only({ ...plain(), answer: open } as GraphNode), runtime, { messages: 'go' })

    expect(calls[0]?.options.response_format?.json_schema.strict).toBe(false)
  })
})
