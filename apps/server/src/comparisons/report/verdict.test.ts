import type { ComparisonCheck } from '@lathe/contract'
import { expect, test } from 'vitest'
import { chosenYardstick } from './verdict.ts'

const contains = (key: string): ComparisonCheck => ({
  key,
  name: key,
  evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
})

const chosen = (checks: ComparisonCheck[], by?: string) =>
  chosenYardstick({ checks }, by).yardstick?.id

test('all checks together are the one check there is', () => {
  expect(chosen([contains('a'), contains('b')], 'checks')).toBe('checks')
  expect(chosen([contains('a')], 'checks')).toBe('check:a')
})

test('without a check nothing is judged, unless by what a run took', () => {
  expect(chosen([], 'checks')).toBeUndefined()
  expect(chosen([])).toBeUndefined()
  expect(chosen([], 'latency')).toBe('latency')
})
