import { expect, test } from 'vitest'
import { tellTotal, totalBeside } from './count-traces.ts'

test.each([
  ['all were counted', 100, false, { count: 4_000, isPartial: false }, '4,000 traces'],
  ['more were read than counted', 1_200, false, { count: 1_000, isPartial: true }, '1,200+ traces'],
  ['the list was read to its end', 1_207, true, { count: 1_000, isPartial: true }, '1,207 traces'],
  ['none was met among the first', 0, true, { count: 0, isPartial: true }, '0 traces'],
])('where %s', (_, rows, isEnd, counted, told) => {
  const total = totalBeside(rows, isEnd, counted)

  expect(total && tellTotal(total)).toBe(told)
})
