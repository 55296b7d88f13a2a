import { expect, test } from 'vitest'
import { answerStructured } from '../testing/answer.ts'

test('structured extraction reads prose', () => {
  const schema = {
    type: 'object',
    properties: {
      number: { type: 'string', description: 'Invoice number' },
      date: { type: 'string', format: 'date', description: 'Invoice date' },
      company: { type: 'string' },
      currency: { enum: ['USD', 'EUR'] },
      total: { type: 'number', description: 'Total amount' },
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            quantity: { type: 'integer' },
            price: { type: 'number' },
          },
          required: ['name', 'quantity', 'price'],
        },
      },
    },
    required: ['number', 'date', 'company', 'currency', 'total', 'items'],
  }

  const invoice = answerStructured(
    'Text:\nInvoice 2026-117 of 3 March 2026. Nordlicht Ltd, billing@nordlicht.example. 2 desk lamps at 79.90 each, 1 chair at 240.00. Total 399.80 EUR, due 2 April 2026.',
    schema,
    'Extract the data of the invoice. Never make a value up.',
  )

  expect(invoice).toEqual({
    number: '2026-117',
    date: '2026-03-03',
    company: 'Nordlicht Ltd',
    currency: 'EUR',
    total: 399.8,
    items: [
      { name: 'desk lamps', quantity: 2, price: 79.9 },
      { name: 'chair', quantity: 1, price: 240 },
    ],
  })
})
