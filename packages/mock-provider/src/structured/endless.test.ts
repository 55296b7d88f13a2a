import { expect, test } from 'vitest'
import { answerStructured } from '../testing/answer.ts'

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})

const doubling = (keyword: string) =>
  Object.fromEntries(
    Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/$defs/level${level + 1}` }
      return [`level${level}`, { [keyword]: [next, next] }]
    }),
  )

test.each([
  ['a long text', object({ a: { type: 'string', minLength: 1e9 } })],
  ['a long list', object({ a: { type: 'array', minItems: 1e9, items: { type: 'integer' } } })],
  ['many fields', { type: 'object', minProperties: 1e9 }],
  ['itself twice', object({ left: { $ref: '#' }, right: { $ref: '#' } })],
  [
    'the same twice at each level',
    {
      ...object({ a: { $ref: '#/$defs/level0' } }),
      $defs: { ...doubling('allOf'), level60: { type: 'string' } },
    },
  ],
  [
    'one of the same two at each level',
    {
      ...object({ a: { $ref: '#/$defs/level0' } }),
      $defs: { ...doubling('anyOf'), level60: { type: 'string' } },
    },
  ],
])('a schema that asks for %s without end is refused', (_, schema) => {
  expect(() => answerStructured('hello', schema)).toThrow('asks for more than an answer holds')
})

test('a field may be named as a keyword that counts the looks', () => {
  const schema = object({ $recursiveRef: { type: 'integer', minimum: 3 } })

  expect(answerStructured('hello', schema)).toEqual({ $recursiveRef: 3 })
})

test('a list of records has the room that its texts take, whatever longer ones would match', () => {
  const email = { type: 'string', pattern: '^[a-z]+@[a-z]+\\.[a-z]{2,}$' }
  const number = { type: 'string', pattern: '^[A-Z]{2,5}-\\d{3,6}$' }
  const items = object({ from: email, to: email, order: number, invoice: number })

  expect(
    answerStructured('hello', object({ all: { type: 'array', minItems: 20, items } })),
  ).toMatchObject({
    all: Array.from({ length: 20 }, () => ({ from: expect.stringContaining('@') })),
  })
})
