import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { MessagesValue, StateSchema } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { code, codeReducer, expression } from './expressions.ts'
import { cacheKey, isEmpty, lookUpPath, renderEach, toText } from './plain.ts'

const State = new StateSchema({ messages: MessagesValue, topic: z.string() })

test('an expression sees channels as plain data, and null for a channel without a value', () => {
  const seen = expression(State, (scope) => scope)

  const call = { id: '1', name: 'add', args: { a: 1 }, type: 'tool_call' as const }
  const messages = [
    new HumanMessage('Hi'),
    new AIMessage({ content: '', tool_calls: [call] }),
    new ToolMessage({ content: '1', tool_call_id: '1', name: 'add' }),
  ]

  expect(seen({ messages, item: undefined })).toEqual({
    topic: null,
    item: null,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'add', args: { a: 1 } }] },
      { role: 'tool', content: '1', name: 'add', toolCallId: '1', status: 'success' },
    ],
  })
})

test.each([
  ['the declared channels', { topic: 'x', other: undefined }, { topic: 'x' }],
  ['nothing', undefined, {}],
])('code writes %s', async (_, returned, update) => {
  expect(await code(State, ['topic'], () => returned)({})).toEqual(update)
})

test.each([
  ['a list', [], 'must return an object of channels'],
  ['text', 'x', 'must return an object of channels'],
  ['an undeclared channel', { messages: [] }, 'returned messages'],
])('code that returns %s is an error', async (_, returned, message) => {
  await expect(code(State, ['topic'], () => returned)({})).rejects.toThrow(message)
})

test('a reducer combines plain data', () => {
  const longest = codeReducer((current, update) => [current, update])

  expect(longest<unknown>(undefined, new HumanMessage('x'))).toEqual([
    null,
    { role: 'user', content: 'x' },
  ])
})

test('text shows lists as JSON and missing values as nothing', () => {
  expect([undefined, null, 0, false, ['a'], 'b'].map(toText)).toEqual([
    '',
    '',
    '0',
    'false',
    '["a"]',
    'b',
  ])
})

test('a path reads own members of the first source that has its first name', () => {
  expect(lookUpPath('name', { name: 'inner' }, { name: 'outer' })).toBe('inner')
  expect(lookUpPath('other.length', {}, { other: 'four' })).toBe(4)
  expect(lookUpPath('constructor.name', {})).toBeUndefined()
})

test('a section renders once per element, once for other values, and never for empty ones', () => {
  expect(renderEach(['a', 'b'], String)).toBe('ab')
  expect(renderEach('a', String)).toBe('a')
  expect(renderEach(null, String)).toBe('')
  expect([[], '', null, ['a']].map(isEmpty)).toEqual([true, true, true, false])
})

test('a cache key ignores message ids and other channels', () => {
  const key = (id: string, topic: string) =>
    cacheKey({ messages: [new HumanMessage({ id, content: 'x' })], topic }, ['messages'])

  expect(key('1', 'a')).toBe(key('2', 'b'))
})
