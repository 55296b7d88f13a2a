import { describe, expect, test } from 'vitest'
import { newField, readFields, withDescription, withType, writeFields } from './builder-fields.ts'

const schema = {
  type: 'object',
  properties: {
    questions: { type: 'array', items: { type: 'string' }, minItems: 3, description: 'To look up' },
    tone: { type: 'string', enum: ['dry', 'warm'] },
    point: { type: 'object', properties: { x: { type: 'number' } } },
  },
  required: ['questions'],
  additionalProperties: false,
}

describe('reading a schema', () => {
  test('gives its fields with type, description and whether they are required', () => {
    expect(readFields(schema)).toMatchObject([
      { name: 'questions', type: 'list', description: 'To look up', isRequired: true },
      { name: 'tone', type: 'choice', isRequired: false },
      { name: 'point', type: 'other' },
    ])
  })

  test('and writing it back changes nothing', () => {
    expect(writeFields(schema, readFields(schema) ?? [])).toEqual(schema)
  })

  test.each([
    { type: 'array', items: {} },
    { type: 'object', properties: {}, allOf: [{}] },
    { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    { type: 'object', properties: 'no' },
  ])('is left to the JSON editor when it is more than fields: %j', (other) => {
    expect(readFields(other)).toBeUndefined()
  })
})

test('a changed type keeps the description and drops what belonged to the old type', () => {
  const [questions] = readFields(schema) ?? []

  expect(questions && withType(questions, 'number').schema).toEqual({
    type: 'number',
    description: 'To look up',
  })
})

test('an emptied description is gone from the schema', () => {
  const [questions] = readFields(schema) ?? []

  expect(questions && withDescription(questions, '').schema).not.toHaveProperty('description')
})

test('a new field takes a free name', () => {
  const first = newField([])

  expect(newField([first]).name).toBe('field2')
})
