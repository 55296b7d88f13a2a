import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { describe, expect, test } from 'vitest'
import { toJson, toJsonRecord } from './to-json.ts'

describe('plain data', () => {
  test('returns plain data without a copy', () => {
    const state = { list: [1, 'two', { three: null }], flag: true }

    expect(toJson(state)).toBe(state)
  })

  test.each([
    [undefined, null],
    [Number.NaN, null],
    [10n, '10'],
    [new Date(0), '1970-01-01T00:00:00.000Z'],
    [new Map([['a', 1]]), { a: 1 }],
    [new Set([1, 2]), [1, 2]],
    [new TypeError('No'), { name: 'TypeError', message: 'No' }],
    [new Uint8Array([1, 2]), 'AQI='],
    [{ a: undefined, b: () => 1, c: 1 }, { c: 1 }],
    [
      [undefined, 1],
      [null, 1],
    ],
  ])('converts any value to plain data: %#', (value, json) => {
    expect(toJson(value)).toEqual(json)
  })

  test('cuts plain data at a circular reference', () => {
    const loop: Record<string, unknown> = {}
    loop['self'] = loop

    expect(JSON.stringify(toJson(loop))).toContain('nested too deeply')
  })

  test('drops undefined values of a record', () => {
    expect(toJsonRecord({ a: undefined, b: null })).toEqual({ b: null })
  })
})

describe('messages', () => {
  test.each([
    [new SystemMessage('Be kind.'), { role: 'system', content: 'Be kind.' }],
    [
      new HumanMessage({ content: 'Hi', id: 'm1', name: 'Ada' }),
      { role: 'user', content: 'Hi', id: 'm1', name: 'Ada' },
    ],
    [
      new ToolMessage({ content: '42', tool_call_id: 'c1', status: 'error' }),
      { role: 'tool', content: '42', toolCallId: 'c1', status: 'error' },
    ],
    [
      new AIMessage({
        content: '',
        tool_calls: [{ id: 'c1', name: 'add', args: { a: 1 } }],
        additional_kwargs: { reasoning_content: 'Add them.' },
      }),
      {
        role: 'assistant',
        content: '',
        toolCalls: [{ id: 'c1', name: 'add', args: { a: 1 } }],
        reasoning: 'Add them.',
      },
    ],
  ])('converts messages to the form of the contract: %#', (message, shown) => {
    expect(toJson({ messages: [message] })).toEqual({ messages: [shown] })
  })

  test('messages separate reasoning from text', () => {
    const message = new AIMessage({
      content: [
        { type: 'reasoning', reasoning: 'Think.' },
        { type: 'text', text: 'Said.' },
      ],
    })

    expect(toJson(message)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'Said.' }],
      reasoning: 'Think.',
    })
  })
})
