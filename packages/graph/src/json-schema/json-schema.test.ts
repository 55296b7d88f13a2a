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
  [{ questions: [], more: 1 }, 'more: This is not expected here'],
])('%j: %s', (value, message) => {
  expect(describeIssues(validateJson(schema, value))).toBe(message)
})

test('a schema is left as it was, and one that never ends is refused', () => {
  const frozen = Object.freeze({ type: 'string' })

  expect(validateJson(frozen, 'x')).toEqual([])
  expect(describeIssues(validateJson({ $ref: '#' }, 1))).toContain('without end')
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
  [{ pattern: '^(a+)+$' }, ['pattern']],
  [{ patternProperties: { '^(?:a|ab)*$': true } }, ['patternProperties.^(?:a|ab)*$']],
  [{ pattern: '^[a-z]{2,4}(?:-[0-9]+)?$' }, []],
  [{ pattern: '^[A-Z]{2}[0-9]{4,8}$' }, []],
  [{ required: 'a' }, ['required']],
])('%j has issues at %j', (candidate, paths) => {
  expect(schemaIssues(candidate).map((issue) => issue.path)).toEqual(paths)
})
