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

describe('readFields', () => {
  test('reads fields with their type, description and whether they are required', () => {
    expect(readFields(schema)).toMatchObject([
      { name: 'questions', type: 'list', description: 'To look up', isRequired: true },
      { name: 'tone', type: 'choice', isRequired: false },
      { name: 'point', type: 'other' },
    ])
  })

  test('preserves a schema when its fields are read and written back', () => {
    expect(writeFields(schema, readFields(schema) ?? [])).toEqual(schema)
  })

  test.each([
    { type: 'array', items: {} },
    { type: 'object', properties: {}, allOf: [{}] },
    { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
    { type: 'object', properties: 'no' },
  ])('leaves a schema with more than plain fields to the JSON editor: %j', (other) => {
    expect(readFields(other)).toBeUndefined()
  })
})

test('keeps the description and drops type-specific keywords when the type changes', () => {
  const [questions] = readFields(schema) ?? []

  expect(questions && withType(questions, 'number').schema).toEqual({
    type: 'number',
    description: 'To look up',
  })
})

test('removes an emptied description from the schema', () => {
  const [questions] = readFields(schema) ?? []

  expect(questions && withDescription(questions, '').schema).not.toHaveProperty('description')
})

test('gives a new field an unused name', () => {
  const first = newField([])

  expect(newField([first]).name).toBe('field2')
})
