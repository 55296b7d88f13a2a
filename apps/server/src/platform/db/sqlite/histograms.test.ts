import { expect, test } from 'vitest'
import { sumHistograms } from './histograms.ts'

test('sumOf ends with a truncated histogram', () => {
  expect(sumHistograms('{"3":4', '{"3":1}')).toBe('{"3":5')
})

test.each([
  ['{}', '{}', {}],
  ['{}', '{"3":1}', { 3: 1 }],
  ['{"3":1}', '{}', { 3: 1 }],
  ['{"13":1,"3":99}', '{"3":1}', { 13: 1, 3: 100 }],
  ['{"3":1,"12":4}', '{"7":2,"12":-1}', { 3: 1, 7: 2, 12: 3 }],
])('sumOf adds %s and %s', (a, b, sum) => {
  expect(JSON.parse(sumHistograms(a, b))).toEqual(sum)
})
