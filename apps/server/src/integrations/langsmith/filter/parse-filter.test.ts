import { expect, test } from 'vitest'
import { parseFilter } from './parse-filter.ts'

test('a field that is none is named, with those there are', () => {
  const parse = () => parseFilter('eq(statos, "error")')

  expect(parse).toThrow('“statos” is no field (there are id, name, run_type, status,')
  expect(parse).toThrow('at character 4')
})

test.each([
  ['"error"', 'expected a function'],
  ['and("error")', 'expected a function'],
  ['equals(name, "a")', 'there is no function equals'],
  ['eq(name, "a") eq(name, "b")', 'the filter should end'],
])('%s is refused, and says why', (filter, why) => {
  expect(() => parseFilter(filter)).toThrow(why)
})
