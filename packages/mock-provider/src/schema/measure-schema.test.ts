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
  ['a long list of anything', object({ a: { type: 'array', minItems: 1e9 } })],
  ['many fields', { type: 'object', minProperties: 1e9 }],
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
])('rejects a schema that asks for %s', (_, schema) => {
  expect(() => answerStructured('hello', schema)).toThrow('asks for more than an answer holds')
})

test('rejects a schema that requires itself', () => {
  const list = { type: 'array', minItems: 1, items: { $ref: '#' } }

  for (const schema of [object({ left: { $ref: '#' } }), object({ list })]) {
    expect(() => answerStructured('hello', schema)).toThrow('requires itself')
  }
})

test('rejects a schema that contradicts itself', () => {
  const schema = object({ a: { type: 'string', enum: [1, 2] } })

  expect(() => answerStructured('hello', schema)).toThrow('found no value that satisfies it')
})

test('fills a schema with forty recursive references', () => {
  const names = Array.from({ length: 40 }, (_, index) => `child${index}`)
  const child = { anyOf: [{ $ref: '#' }, { type: 'null' }] }
  const schema = object(Object.fromEntries(names.map((name) => [name, child])))

  expect(Object.keys(Object(answerStructured('hello', schema)))).toEqual(names)
})

test('accepts a list of records within the limit', () => {
  const email = { type: 'string', pattern: '^[a-z]+@[a-z]+\\.[a-z]{2,}$' }
  const number = { type: 'string', pattern: '^[A-Z]{2,5}-\\d{3,6}$' }
  const items = object({ from: email, to: email, order: number, invoice: number })

  expect(
    answerStructured('hello', object({ all: { type: 'array', minItems: 20, items } })),
  ).toMatchObject({
    all: Array.from({ length: 20 }, () => ({ from: expect.stringContaining('@') })),
  })
})

test.each(['#/$defs/missing', '#/%', 'https://schemas.example/other.json', '#anchor'])(
  'rejects the reference %s, which leads nowhere',
  (ref) => {
    expect(() => answerStructured('hello', object({ a: { $ref: ref } }))).toThrow('Invalid schema')
  },
)
