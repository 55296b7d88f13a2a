import { HumanMessage } from '@langchain/core/messages'
import { audioUsage, ZERO_USAGE } from '@lathe/contract'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toUsage } from '../record/usage.ts'
import { completion, delta, DONE, event, startStream, streamed } from '../testing/http-server.ts'
import { createTestModel, stream, streamedInvoke } from './chat-model.fixture.ts'

afterEach(() => vi.unstubAllEnvs())

describe('an answer', () => {
  test('reads a whole answer', async () => {
    const { model, bodies } = await createTestModel(
      (_, response) => void response.end(completion({ content: 'Hi' })),
    )

    const answer = await model.invoke([new HumanMessage('Hello')])

    expect(answer.content).toBe('Hi')
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 9, output_tokens: 3 })
    expect(bodies()[0]).toMatchObject({ model: 'gpt-test', stream: false })
  })

  test('reads a streamed answer with usage at the end', async () => {
    const { model, bodies } = await createTestModel(stream)

    const { answer, tokens } = await streamedInvoke(model)

    expect(tokens.join('')).toBe('Hello wörld')
    expect(answer.content).toBe('Hello wörld')
    expect(answer.usage_metadata).toMatchObject({
      input_tokens: 9,
      input_token_details: { cache_read: 4 },
      output_token_details: { reasoning: 1 },
    })
    expect(answer.response_metadata).toMatchObject({
      finish_reason: 'stop',
      model_name: 'gpt-test',
    })
    expect(bodies()[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  test.each(['whole', 'streamed'])(
    'reads the audio tokens of input and output if the answer comes %s',
    async (how) => {
      const usage = {
        prompt_tokens: 90,
        completion_tokens: 60,
        total_tokens: 150,
        prompt_tokens_details: { cached_tokens: 8, audio_tokens: 40 },
        completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 30 },
      }
      const { model } = await createTestModel((_, response) => {
        if (how === 'streamed')
          startStream(
            response,
            delta({ content: 'Hi' }, 'stop') + event({ choices: [], usage }) + DONE,
          )
        response.end(
          how === 'whole'
            ? JSON.stringify({ ...JSON.parse(completion({ content: 'Hi' })), usage })
            : '',
        )
      })

      const answer =
        how === 'whole' ? await model.invoke('Hello') : (await streamedInvoke(model)).answer

      expect(answer.usage_metadata && toUsage(answer.usage_metadata)).toEqual({
        ...ZERO_USAGE,
        input: 90,
        output: 60,
        cachedRead: 8,
        ...audioUsage(40, 30),
      })
    },
  )

  test('reads an answer split anywhere, with comments and Windows line endings', async () => {
    const bytes = Buffer.from(`: hello\r\n\r\n${streamed('grüße ', '😀').replaceAll('\n', '\r\n')}`)
    const { model } = await createTestModel(async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let at = 0; at < bytes.length; at += 7) {
        response.write(bytes.subarray(at, at + 7))
        await new Promise((resolve) => setImmediate(resolve))
      }
      response.end()
    })

    expect((await streamedInvoke(model)).answer.content).toBe('grüße 😀')
  })

  test('reads tool calls from an answer', async () => {
    const call = (fields: Record<string, unknown>) =>
      delta({ tool_calls: [{ index: 0, ...fields }] })
    const { model, bodies } = await createTestModel(
      (_, response) => {
        startStream(
          response,
          call({ id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a":' } }) +
            call({ function: { arguments: '1}' } }) +
            delta({}, 'tool_calls') +
            DONE,
        )
        response.end()
      },
      { settings: { parallelToolCalls: false } },
    )
    const tools = [{ type: 'function' as const, function: { name: 'add', parameters: {} } }]

    const { answer } = await streamedInvoke(model, { tools })

    expect(answer.tool_calls).toEqual([
      { type: 'tool_call', id: 'call_1', name: 'add', args: { a: 1 } },
    ])
    expect(bodies()[0]).toMatchObject({ tools, parallel_tool_calls: false })
  })

  test('reads a whole answer although a stream was requested', async () => {
    const { model } = await createTestModel((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(completion({ content: 'All at once' }))
    })

    const { answer } = await streamedInvoke(model)

    expect(answer.content).toBe('All at once')
    expect(answer.usage_metadata).toMatchObject({ total_tokens: 12 })
  })

  test('adds the assistant role if the server omits it', async () => {
    const { model } = await createTestModel((_, response) => {
      startStream(response, delta({ content: 'Hi' }) + delta({}, 'length') + DONE)
      response.end()
    })

    const { answer } = await streamedInvoke(model)

    expect(answer).toMatchObject({
      content: 'Hi',
      type: 'ai',
      response_metadata: { finish_reason: 'length' },
    })
  })

  test('ends with its last event even if the server keeps the connection open', async () => {
    const { model, exchanges } = await createTestModel((_, response) =>
      startStream(response, streamed('Hi')),
    )

    expect((await streamedInvoke(model)).answer.content).toBe('Hi')
    expect(exchanges[0]).toMatchObject({ error: null })
  })
})

test('sends its settings and nothing from the environment', async () => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-env-canary')
  vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/env-canary')
  vi.stubEnv('OPENAI_ORGANIZATION', 'env-canary')
  const { model, server, bodies } = await createTestModel(
    (_, response) => void response.end(completion({ content: 'Hi' })),
    {
      settings: {
        temperature: 0,
        topP: 0.5,
        maxTokens: 7,
        seed: 3,
        stop: ['END'],
        frequencyPenalty: 1,
        presencePenalty: -1,
        reasoningEffort: 'low',
        parallelToolCalls: true,
        extra: { top_k: 4 },
      },
    },
  )

  await model.invoke('Hello')

  expect(bodies()[0]).toEqual({
    model: 'gpt-test',
    messages: [{ role: 'user', content: 'Hello' }],
    temperature: 0,
    top_p: 0.5,
    max_tokens: 7,
    seed: 3,
    stop: ['END'],
    frequency_penalty: 1,
    presence_penalty: -1,
    reasoning_effort: 'low',
    top_k: 4,
    stream: false,
  })
  expect(JSON.stringify(server.seen)).not.toContain('env-canary')
  expect(JSON.stringify([model, model.toJSON(), model.lc_kwargs])).not.toContain('canary')
})

test('counts tokens without the network', async () => {
  const { model } = await createTestModel(stream)

  expect(await model.getNumTokens('twelve chars')).toBe(3)
})
