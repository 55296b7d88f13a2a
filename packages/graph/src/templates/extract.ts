import { template } from './template.ts'

export const extractTemplate = template({
  slug: 'extract',
  name: 'Structured extraction',
  description: 'Extracts data from a text into a JSON Schema; a code step then checks the total.',
  concepts: ['an answer that must satisfy a schema', 'a code step in the sandbox'],
  example: {
    text: 'Invoice 2026-117 of 3 March 2026. Nordlicht Ltd, billing@nordlicht.example. 2 desk lamps at 79.90 each, 1 chair at 240.00. Total 399.80 EUR, due 2 April 2026.',
  },
  document: {
    format: 1,
    state: {
      text: { type: 'string', description: 'An invoice, an order, an e-mail' },
      invoice: { type: 'object', default: {} },
      problems: { type: 'array', items: { type: 'string' }, default: [] },
    },
    input: ['text'],
    output: ['invoice', 'problems'],
    nodes: {
      extract: {
        kind: 'model',
        title: 'Extract',
        model: { connection: 'demo', name: 'demo-1', temperature: 0 },
        prompt: {
          messages: [
            {
              role: 'system',
              text: 'Extract the data of the invoice. Take every value from the text; never make one up.',
            },
            { role: 'user', text: 'Text:\n{{text}}' },
          ],
        },
        answer: {
          name: 'invoice',
          schema: {
            type: 'object',
            properties: {
              number: { type: 'string', description: 'Invoice number' },
              date: { type: 'string', format: 'date', description: 'Invoice date' },
              company: { type: 'string' },
              email: { type: 'string', format: 'email' },
              currency: { type: 'string', enum: ['EUR', 'USD', 'GBP'] },
              total: { type: 'number', description: 'Total amount' },
              items: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    name: { type: 'string' },
                    quantity: { type: 'integer' },
                    price: { type: 'number', description: 'Unit price' },
                  },
                  required: ['name', 'quantity', 'price'],
                  additionalProperties: false,
                },
              },
            },
            required: ['number', 'date', 'company', 'email', 'currency', 'total', 'items'],
            additionalProperties: false,
          },
          writes: { invoice: '' },
        },
      },
      verify: {
        kind: 'code',
        title: 'Check the sum',
        code: `const { items = [], total = 0 } = state.invoice
const sum = items.reduce((all, item) => all + item.quantity * item.price, 0)
const isRight = Math.abs(sum - total) < 0.005
return {
  problems: isRight ? [] : ['The items add up to ' + sum.toFixed(2) + ', the total says ' + total.toFixed(2)],
}`,
        writes: ['problems'],
      },
    },
    edges: [
      { from: 'start', to: 'extract' },
      { from: 'extract', to: 'verify' },
      { from: 'verify', to: 'end' },
    ],
    layout: { start: [0, 0], extract: [240, 0], verify: [500, 0], end: [760, 0] },
  },
})
