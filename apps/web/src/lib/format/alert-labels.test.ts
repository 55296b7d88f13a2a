import { expect, test } from 'vitest'
import { csvColumn } from './alert-labels.ts'

test.each([
  ['cost', 28_000_000, 'Cost $', 0.028],
  ['error-rate', 0.07, 'Error rate %', 7],
  ['p95', 2_400, 'p95 latency ms', 2_400],
  ['tokens', null, 'Tokens', null],
] as const)('converts %s in a CSV file to the unit of its column', (measure, value, title, raw) => {
  const column = csvColumn(measure)

  expect([column.title, column.toRaw(value)]).toEqual([title, raw])
})
