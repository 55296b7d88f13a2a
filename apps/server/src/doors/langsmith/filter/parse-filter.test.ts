import { expect, test } from 'vitest'
import { parseFilter } from './parse-filter.ts'

test('a field that is none is named, with those there are', () => {
  const parse = () => parseFilter('eq(statos, "error")')

  expect(parse).toThrow('“statos” is no field (there are id, name, run_type, status,')
  expect(parse).toThrow('at character 4')
})
