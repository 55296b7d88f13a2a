import { expect, test } from 'vitest'
import { fieldKind, listDefaults, listFields } from './field-kind.ts'
import { parseWithShape } from './json-field.tsx'
import { validateForm } from './use-schema-form.ts'

const schema = {
  type: 'object',
  properties: {
    topic: { type: 'string', minLength: 3 },
    depth: { type: 'integer', minimum: 1, default: 2 },
    tags: { type: 'array', items: { type: 'string' } },
    tone: { enum: ['dry', 'warm'] },
  },
  required: ['topic'],
}

test('returns no errors for valid values', () => {
  expect(validateForm(schema, { topic: 'rivers', depth: 1, tags: ['a'], tone: 'dry' })).toEqual({})
})

test('reports a missing field at that field', () => {
  expect(validateForm(schema, {})).toEqual({ topic: 'Required' })
})

test('reports one error per invalid field, with the path inside it', () => {
  const errors = validateForm(schema, { topic: 'r', depth: 0, tags: ['a', 1], tone: 'loud' })

  expect(Object.keys(errors).toSorted()).toEqual(['depth', 'tags', 'tone', 'topic'])
  expect(errors['tags']).toMatch(/^1: /)
})

test('lists fields in declared order with their required flags and defaults', () => {
  expect(listFields(schema).map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['topic', true],
    ['depth', false],
    ['tags', false],
    ['tone', false],
  ])
  expect(listDefaults(schema)).toEqual({ depth: 2 })
})

test.each([
  [{ type: 'string' }, { kind: 'text' }],
  [{ type: 'boolean' }, { kind: 'flag' }],
  [{ enum: [1, 'a'] }, { kind: 'choice', options: [1, 'a'] }],
  [{ type: 'object' }, { kind: 'json', shape: 'object' }],
  [{}, { kind: 'json', shape: 'any' }],
  [
    { type: 'integer', minimum: 1 },
    { kind: 'number', isInteger: true, min: 1, max: undefined },
  ],
])('maps the schema %j to the control %j', (own, kind) => {
  expect(fieldKind(own)).toEqual(kind)
})

test('parses JSON, rejects the wrong shape, and reads an empty text as undefined', () => {
  expect(parseWithShape('[1]', 'array')).toEqual({ value: [1] })
  expect(parseWithShape('{}', 'array')).toMatchObject({ problem: expect.stringMatching(/array/) })
  expect(parseWithShape('{', 'object')).toMatchObject({
    problem: expect.stringMatching(/^Not JSON/),
  })
  expect(parseWithShape('  ', 'any')).toEqual({ value: undefined })
})
