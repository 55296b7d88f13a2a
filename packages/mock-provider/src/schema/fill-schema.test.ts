import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerStructured } from '../testing/answer.ts'
import { schemas } from '../testing/schemas.ts'

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

test('fills any JSON Schema with a value that satisfies it', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, multipleOfPrecision: 6 })

  fc.assert(
    fc.property(schemas, fc.nat(), (schema, seed) => {
      const answer = answerStructured('Hello!', schema, seed)
      const isSatisfied = ajv.compile(schema)
      ajv.removeSchema()

      expect(
        isSatisfied(answer),
        `${JSON.stringify(answer)} ${ajv.errorsText(isSatisfied.errors)}`,
      ).toBe(true)
    }),
    { numRuns: 400 },
  )
})

const ORDER = object({
  email: { type: 'string', format: 'email' },
  due: { type: 'string', format: 'date' },
  urgency: { enum: ['low', 'normal', 'high'] },
  quantity: { type: 'integer', minimum: 3, maximum: 9 },
  reference: { type: 'string', pattern: '^[A-Z]-\\d{4}$' },
  address: { $ref: '#/$defs/address' },
  phone: { anyOf: [{ type: 'string', minLength: 5 }, { type: 'null' }] },
})
const SCHEMA = { ...ORDER, $defs: { address: object({ city: { type: 'string' } }) } }

test('gives the same seed the same values, and another seed others', () => {
  const first = answerStructured('Hello!', SCHEMA, 7)

  expect(answerStructured('Hello!', SCHEMA, 7)).toEqual(first)
  expect(answerStructured('Hello!', SCHEMA, 8)).not.toEqual(first)
})

test.each([1, 2, 3, 4, 5])(
  'obeys formats, ranges, patterns and references with seed %i',
  (seed) => {
    expect(answerStructured('Hello!', SCHEMA, seed)).toEqual({
      email: expect.stringMatching(/^\S+@\S+\.\w+$/),
      due: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      urgency: expect.stringMatching(/^(?:low|normal|high)$/),
      quantity: expect.toSatisfy((value) => Number.isInteger(value) && value >= 3 && value <= 9),
      reference: expect.stringMatching(/^[A-Z]-\d{4}$/),
      address: { city: 'Sample city' },
      phone: expect.toSatisfy((value) => value === null || value.length >= 5),
    })
  },
)

describe('free text', () => {
  test('names its field', () => {
    const schema = object({
      shortSummary: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
    })

    expect(answerStructured('Hello!', schema)).toEqual({
      shortSummary: 'Sample short summary',
      tags: ['Sample tags 1', 'Sample tags 2'],
    })
  })

  test('obeys length limits', () => {
    const schema = object({
      code: { type: 'string', maxLength: 8 },
      story: { type: 'string', minLength: 40 },
    })

    expect(answerStructured('Hello!', schema)).toEqual({
      code: 'Sample c',
      story: expect.stringMatching(/^.{40,}$/),
    })
  })
})

test.each([
  ['The customer wants a refund.', 'refund'],
  ['Where is my parcel? Is it a question of shipping?', 'shipping'],
])('prefers the only enum value that the request mentions: %s', (question, category) => {
  const schema = object({ category: { enum: ['refund', 'shipping', 'other'] } })

  for (const seed of [1, 2, 3]) {
    expect(answerStructured(question, schema, seed)).toEqual({ category })
  }
})

test('ignores the lookaheads that zod adds to a format', () => {
  const pattern =
    "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$"
  const schema = object({ email: { type: 'string', format: 'email', pattern } })

  expect(answerStructured('Hello!', schema)).toEqual({ email: expect.stringContaining('@') })
})
