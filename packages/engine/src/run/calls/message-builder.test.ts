import { AIMessageChunk, type UsageMetadata } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import { describe, expect, test } from 'vitest'
import { createMessageBuilder } from './message-builder.ts'

type Fields = ConstructorParameters<typeof AIMessageChunk>[0]

type CallChunk = { index?: number; id?: string; name?: string; args?: string }

const chunk = (fields: Exclude<Fields, string | unknown[]>, info: Record<string, unknown> = {}) =>
  new ChatGenerationChunk({
    text: '',
    message: new AIMessageChunk(fields),
    generationInfo: info,
  })

/** The declared type has no usage without a generic argument. */
const spending = (usage: UsageMetadata) => {
  const last = chunk({ content: '' })
  Object.assign(last.message, { usage_metadata: usage })
  return last
}

const calling = (...calls: CallChunk[]) =>
  chunk({
    content: '',
    tool_call_chunks: calls.map((call) => ({ ...call, type: 'tool_call_chunk' as const })),
  })

function built(chunks: ChatGenerationChunk[]) {
  const builder = createMessageBuilder()
  const deltas = chunks.map((one) => builder.add(one))
  return { builder, deltas, message: builder.message('span') }
}

describe('a message built from chunks', () => {
  test('joins text, reasoning and the finish reason of chunks', () => {
    const { message, deltas, builder } = built([
      chunk({ content: '', additional_kwargs: { reasoning_content: 'Hm.' } }),
      chunk({ content: 'Said', id: 'chatcmpl-1' }),
      chunk({ content: ' so.' }, { finish_reason: 'stop', model_name: 'm-2' }),
      spending({ input_tokens: 3, output_tokens: 2, total_tokens: 5 }),
    ])

    expect(message).toMatchObject({
      id: 'span',
      content: 'Said so.',
      additional_kwargs: { reasoning_content: 'Hm.' },
      usage_metadata: { total_tokens: 5 },
      response_metadata: { id: 'chatcmpl-1', finish_reason: 'stop' },
    })
    expect(deltas.map(({ text }) => text).join('')).toBe('Said so.')
    expect(builder).toMatchObject({ finishReason: 'stop', modelName: 'm-2', isEmpty: false })
  })

  test('keeps the refusal of the model and of the content filter', () => {
    const refused = built([
      chunk({ content: 'Sorry', additional_kwargs: { refusal: 'Sorry' } }),
      chunk({ content: ', no.', additional_kwargs: { refusal: ', no.' } }),
    ])
    const kept = built([chunk({ content: 'So' }, { finish_reason: 'content_filter' })])

    expect(refused.message).toMatchObject({
      content: 'Sorry, no.',
      additional_kwargs: { refusal: 'Sorry, no.' },
    })
    expect([refused, kept].map(({ builder }) => builder.isRefusal)).toEqual([true, true])
  })

  test('joins the arguments of parallel calls', () => {
    const { message } = built([
      calling({ index: 0, id: 'a', name: 'add', args: '{"x"' }),
      calling({ index: 1, id: 'b', name: 'sub', args: '{}' }),
      calling({ index: 0, args: ':1}' }),
    ])

    expect(message.tool_calls).toMatchObject([
      { id: 'a', name: 'add', args: { x: 1 } },
      { id: 'b', name: 'sub', args: {} },
    ])
  })

  test('separates calls even if a server gives them equal or no indices', () => {
    const { message } = built([
      calling({ index: 0, id: 'a', name: 'add', args: '{}' }),
      calling({ index: 0, id: 'b', name: 'sub', args: '{}' }),
      calling({ id: 'c', name: 'mul', args: '{}' }),
    ])

    expect(message.tool_calls?.map(({ id, name }) => [id, name])).toEqual([
      ['a', 'add'],
      ['b', 'sub'],
      ['c', 'mul'],
    ])
  })

  test('adds an id and arguments to a call without them', () => {
    const { message } = built([calling({ index: 0, name: 'now' })])

    expect(message.tool_calls).toMatchObject([{ id: 'span-0', name: 'now', args: {} }])
  })

  test.each(['{"x":', '[1]', 'null'])(
    'keeps a separate invalid call for arguments that are %s',
    (args) => {
      const { message } = built([calling({ index: 0, id: 'a', name: 'add', args })])

      expect(message.tool_calls).toEqual([])
      expect(message.invalid_tool_calls).toMatchObject([{ id: 'a', name: 'add', args }])
    },
  )
})
