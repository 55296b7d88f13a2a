import type { ComparisonEvaluator } from '@lathe/contract'
import { expect, test } from 'vitest'
import { chosenYardstick } from './verdict.ts'

const contains = (key: string): ComparisonEvaluator => ({
  key,
  name: key,
  evaluator: { kind: 'contains', require: 'all', ignoreCase: true },
})

const chosen = (checks: ComparisonEvaluator[], by?: string) =>
  chosenYardstick({ checks }, by).yardstick?.id

test('treats `checks` as the only evaluator if there is one', () => {
  expect(chosen([contains('a'), contains('b')], 'checks')).toBe('checks')
  expect(chosen([contains('a')], 'checks')).toBe('check:a')
})

test('has no metric without an evaluator unless a run measure is requested', () => {
  expect(chosen([], 'checks')).toBeUndefined()
  expect(chosen([])).toBeUndefined()
  expect(chosen([], 'latency')).toBe('latency')
})
