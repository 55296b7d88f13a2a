import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { initialValue, channelReducer } from './reducers.ts'
import { inputSchema } from './schema.ts'

test('reducerOf defaults to messages for conversations and replace for other channels', () => {
  expect(channelReducer({ type: 'messages' })).toBe('messages')
  expect(channelReducer({ type: 'array' })).toBe('replace')
  expect(channelReducer({ type: 'array', reducer: 'append' })).toBe('append')
})

test('initialValue returns the default or the empty value of the reducer', () => {
  expect(initialValue({ type: 'array', reducer: 'append' })).toEqual([])
  expect(initialValue({ type: 'array' })).toBeUndefined()
  expect(initialValue({ type: 'number', default: 3 })).toBe(3)
})

test('the input form requires channels without a default', () => {
  const document = graph({
    state: {
      topic: { type: 'string', description: 'What about' },
      depth: { type: 'number', minimum: 1, default: 2 },
      tone: { type: 'string', enum: ['dry', 'warm'] },
      draft: { type: 'string' },
    },
    input: ['topic', 'depth', 'tone'],
  })

  expect(inputSchema(document)).toEqual({
    type: 'object',
    properties: {
      topic: { type: 'string', description: 'What about' },
      depth: { type: 'number', minimum: 1, default: 2 },
      tone: { type: 'string', enum: ['dry', 'warm'] },
    },
    required: ['topic', 'tone'],
    additionalProperties: false,
  })
})
