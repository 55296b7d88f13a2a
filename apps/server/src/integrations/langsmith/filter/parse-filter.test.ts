import { expect, test } from 'vitest'
import { parseFilter } from './parse-filter.ts'

test('an unknown field is reported with the known ones', () => {
  const parse = () => parseFilter('eq(statos, "error")')

  expect(parse).toThrow('unknown field “statos” (known: id, name, run_type, status,')
  expect(parse).toThrow('at character 4')
})

test.each([
  ['"error"', 'expected a function'],
  ['and("error")', 'expected a function'],
  ['equals(name, "a")', 'unknown function equals'],
  ['eq(name, "a") eq(name, "b")', 'expected the end of the filter'],
])('%s is rejected with a reason', (filter, reason) => {
  expect(() => parseFilter(filter)).toThrow(reason)
})
