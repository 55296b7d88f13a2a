import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { schemaIssues } from './check-schema.ts'
import { describeIssues, validateJson } from './validate.ts'

const schema = {
  type: 'object',
  properties: {
    questions: { type: 'array', items: { type: 'string' } },
    verdict: { enum: ['good', 'bad'] },
  },
  required: ['questions'],
  additionalProperties: false,
}

test.each([
  [{ questions: ['a'] }, ''],
  [{}, '`questions` is missing'],
  [{ questions: ['a', 1] }, 'questions.1: expected string, got number'],
  [{ questions: [], verdict: 'so so' }, 'verdict: expected one of ["good","bad"]'],
  [{ questions: [], more: 1 }, 'more: Unexpected value'],
])('%j: %s', (value, message) => {
  expect(describeIssues(validateJson(schema, value))).toBe(message)
})

test('validateJson leaves the schema unchanged and rejects one that never ends', () => {
  const frozen = Object.freeze({ type: 'string' })

  expect(validateJson(frozen, 'x')).toEqual([])
  expect(describeIssues(validateJson({ $ref: '#' }, 1))).toContain('endlessly')
})

test.each([
  [
    { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'null' } } },
    [],
  ],
  [{ properties: { a: true, b: { items: { type: 'text' } } } }, ['properties.b.items.type']],
  [{ $ref: '#/$defs/missing' }, ['$ref']],
  [{ $ref: 'https://example.com/schema' }, ['$ref']],
  [{ pattern: '(' }, ['pattern']],
  [{ pattern: '^(a+)+$' }, []],
  [{ pattern: '^(a)\\1$' }, ['pattern']],
  [{ patternProperties: { '(?<=a)b': true } }, ['patternProperties.(?<=a)b']],
  [{ pattern: '^[a-z]{2,4}(?:-[0-9]+)?$' }, []],
  [{ pattern: '^[A-Z]{2}[0-9]{4,8}$' }, []],
  [{ required: 'a' }, ['required']],
])('the schema %j has issues at %j', (candidate, paths) => {
  expect(schemaIssues(candidate).map((issue) => issue.path)).toEqual(paths)
})

const doubling = {
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/$defs/level${level + 1}` }
      return [`level${level}`, { allOf: [next, next] }]
    }),
  ),
  level60: { type: 'string' },
}

test('exponentially growing references are rejected in bounded time', () => {
  const schema = { $ref: '#/$defs/level0', $defs: doubling }

  expect(describeIssues(validateJson(schema, 'x'))).toContain('too long')
})

const step = (kind: string) => ({
  properties: { kind: { const: kind }, of: { items: { $ref: '#' } } },
  required: ['kind', 'of'],
})
const steps = { anyOf: [...['add', 'subtract', 'times', 'by'].map(step), { type: 'number' }] }
const deep = (levels: number, leaf: Json): Json =>
  levels === 0 ? leaf : { kind: 'by', of: [deep(levels - 1, leaf), 1] }

test('a tree of alternatives is validated completely, and a wrong leaf is found', () => {
  expect(validateJson(steps, deep(14, 1))).toEqual([])
  expect(validateJson(steps, deep(14, { kind: 'none' }))).not.toEqual([])
})

test('uniqueItems finds equal items in any property order', () => {
  const schema = { type: 'array', uniqueItems: true }

  expect(validateJson(schema, [1, '1', true, 'true', null, 'null', [], {}, 0, false])).toEqual([])
  expect(validateJson(schema, [{ a: 1, b: [2] }, 0, { b: [2], a: 1 }])).toEqual([
    { path: '', message: 'Duplicate items at indexes 0 and 2.' },
  ])
})

test('uniqueItems takes linear time', () => {
  const schema = { type: 'array', uniqueItems: true }
  const listOf = (length: number) => Array.from({ length }, (_, id) => ({ id, tags: ['a', 'b'] }))
  const millisecondsFor = (length: number) => {
    const items = listOf(length)
    const times = [1, 2, 3].map(() => {
      const start = performance.now()
      expect(validateJson(schema, items)).toEqual([])
      return performance.now() - start
    })
    return Math.min(...times)
  }

  const short = millisecondsFor(1_000)

  // Quadratic time would be 400 times as long.
  expect(millisecondsFor(20_000) / short).toBeLessThan(100)
})

test('a long list is validated completely', () => {
  const numbers = { items: { type: 'object', properties: { at: { type: 'integer' } } } }
  const list = Array.from({ length: 50_000 }, (_, at) => ({ at }))

  expect(validateJson(numbers, list)).toEqual([])
  expect(validateJson(numbers, [...list, { at: 'end' }])).toMatchObject([{ path: '50000.at' }])
})
