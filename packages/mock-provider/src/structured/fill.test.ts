import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerStructured } from '../testing/answer.ts'
import { schemas } from '../testing/schemas.ts'

const ORDER = `Hi team,

I'm writing about order #A-1042 from 12 March 2026. I ordered 2 x Blue mug @ $12.50 and 1 teapot for $30, but the teapot arrived broken.
Total: $55.00

Please send a replacement to 12 Baker Street, London. My phone is +44 20 7946 0958 and email ada@example.com.

Best regards,
Ada Lovelace`

const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

test('any JSON Schema gets an answer that satisfies it', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })

  fc.assert(
    fc.property(
      schemas,
      fc.constantFrom(ORDER, 'Hello!', 'Plan three questions about tea'),
      (schema, question) => {
        const answer = answerStructured(question, schema)
        const isSatisfied = ajv.compile(schema)
        ajv.removeSchema()

        expect(
          isSatisfied(answer),
          `${JSON.stringify(answer)} ${ajv.errorsText(isSatisfied.errors)}`,
        ).toBe(true)
      },
    ),
    { numRuns: 400 },
  )
})

describe('what is in the text', () => {
  test.each([
    ['email', { type: 'string' }, 'ada@example.com'],
    ['phone_number', { type: 'string' }, '+44 20 7946 0958'],
    ['customer_name', { type: 'string' }, 'Ada Lovelace'],
    ['orderNumber', { type: 'string' }, 'A-1042'],
    ['order_date', { type: 'string', format: 'date' }, '2026-03-12'],
    ['shipping_address', { type: 'string' }, '12 Baker Street, London'],
    ['total', { type: 'number' }, 55],
    ['currency', { type: 'string' }, 'USD'],
    ['emails', { type: 'array', items: { type: 'string' } }, ['ada@example.com']],
    ['reference', { type: 'string', pattern: '^[A-Z]-\\d{4}$' }, 'A-1042'],
    ['is_broken', { type: 'boolean' }, true],
    ['is_gift', { type: 'boolean' }, false],
    ['category', { enum: ['billing', 'delivery', 'other'] }, 'delivery'],
    [
      'items',
      {
        type: 'array',
        items: object({
          name: { type: 'string' },
          quantity: { type: 'integer' },
          price: { type: 'number' },
        }),
      },
      [
        { name: 'Blue mug', quantity: 2, price: 12.5 },
        { name: 'teapot', quantity: 1, price: 30 },
      ],
    ],
  ])('%s', (name, schema, value) => {
    expect(answerStructured(ORDER, object({ [name]: schema }), 'Extract the order.')).toEqual({
      [name]: value,
    })
  })

  test('is null where it is not and may be null', () => {
    const schema = object({
      email: { type: ['string', 'null'] },
      due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    })

    expect(answerStructured('Nothing of the kind.', schema)).toEqual({ email: null, due: null })
  })

  test('is left out where it is not and need not be', () => {
    const schema = {
      type: 'object',
      properties: { email: { type: 'string' }, phone: { type: 'string' } },
    }

    expect(answerStructured('Write to ada@example.com', schema)).toEqual({
      email: 'ada@example.com',
    })
  })

  test('is read from the line that is labelled so', () => {
    const schema = object({
      issued_on: { type: 'string', format: 'date' },
      due_date: { type: 'string', format: 'date' },
      tax: { type: 'number' },
    })
    const invoice =
      'Issued on: 2026-04-01\nDue date: 30 April 2026\nSubtotal: 179.00\nTax: 34.01\nTotal: 213.01'

    expect(answerStructured(invoice, schema)).toEqual({
      issued_on: '2026-04-01',
      due_date: '2026-04-30',
      tax: 34.01,
    })
  })

  test('is read from a table', () => {
    const item = object({
      description: { type: 'string' },
      quantity: { type: 'integer' },
      line_total: { type: 'number' },
    })
    const schema = object({ line_items: { type: 'array', items: item } })
    const table =
      '| Item | Qty | Price |\n|---|---|---|\n| Desk lamp | 2 | $40.00 |\n| Chair | 1 | $99.00 |'

    expect(answerStructured(table, schema)).toEqual({
      line_items: [
        { description: 'Desk lamp', quantity: 2, line_total: 80 },
        { description: 'Chair', quantity: 1, line_total: 99 },
      ],
    })
  })
})

test('labels explained in the prompt are chosen by their explanation', () => {
  const schema = object({ queue: { enum: ['red', 'blue'] } })
  const system = 'Choose a queue. red: lost luggage. blue: seat changes.'

  expect(answerStructured('I would like to change my seat to the window.', schema, system)).toEqual(
    { queue: 'blue' },
  )
})

test('of several shapes the one whose label fits the text is taken', () => {
  const branch = (kind: string) => object({ kind: { const: kind }, summary: { type: 'string' } })

  const answer = answerStructured('My invoice shows a charge I did not make.', {
    anyOf: [branch('technical'), branch('billing')],
  })

  expect(answer).toMatchObject({ kind: 'billing' })
})

test('a judge answers on the scale it is told', () => {
  const score = { type: 'number', description: 'From 1 (worst) to 5 (best)' }

  const answer = answerStructured('Judge the answer “Tides come from the moon.”', object({ score }))

  expect(answer).toMatchObject({ score: expect.toSatisfy((given) => given >= 1 && given <= 5) })
})
