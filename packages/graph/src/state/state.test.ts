import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { FOLDS, initialValue, reducerOf } from './reducers.ts'
import { inputSchema } from './schema.ts'

test.each([
  ['append', [1], [2, 3], [1, 2, 3]],
  ['append', [1], 2, [1, 2]],
  ['append', [1], null, [1]],
  ['union', [1, { a: 1 }], [{ a: 1 }, 2], [1, { a: 1 }, 2]],
  ['merge', { a: 1, b: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['sum', 1, 2, 3],
  ['sum', undefined, 2, 2],
  ['min', 3, 2, 2],
  ['max', undefined, 2, 2],
  ['max', 3, null, 3],
  ['replace', 1, 2, 2],
] as const)('%s joins %j and %j to %j', (reducer, current, update, expected) => {
  expect(FOLDS[reducer](current, update)).toEqual(expected)
})

test('a conversation is joined by messages, anything else is replaced, unless it says otherwise', () => {
  expect(reducerOf({ type: 'messages' })).toBe('messages')
  expect(reducerOf({ type: 'array' })).toBe('replace')
  expect(reducerOf({ type: 'array', reducer: 'append' })).toBe('append')
})

test('what a channel holds before it is written', () => {
  expect(initialValue({ type: 'array', reducer: 'append' })).toEqual([])
  expect(initialValue({ type: 'array' })).toBeUndefined()
  expect(initialValue({ type: 'number', default: 3 })).toBe(3)
})

test('the input form requires what has no default', () => {
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
