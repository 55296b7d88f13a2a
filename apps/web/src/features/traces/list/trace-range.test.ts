import { expect, test } from 'vitest'
import { formatEnds, formatWhen } from './trace-range.ts'

const format = (date: Date) => formatWhen(date.getTime() * 1_000)

test("formatWhen omits today's date and the current year", () => {
  const { now, year } = { now: new Date(), year: new Date().getFullYear() }
  expect(format(now)).toMatch(/^\d\d:\d\d:\d\d$/)
  const otherDate = new Date(year, now.getMonth() === 0 ? 1 : 0, 2, 3, 4, 5)
  expect(format(otherDate)).toMatch(/^2 (Jan|Feb) 03:04:05$/)
  expect(format(new Date(year - 1, 0, 2, 3, 4, 5))).toBe(`2 Jan ${year - 1} 03:04:05`)
})

test('formatEnds shows milliseconds for short ranges only', () => {
  const start = new Date().setHours(9, 30, 0, 7) * 1_000

  expect(formatEnds(start, start + 58_000)).toEqual(['09:30:00.007', '09:30:00.065'])
  expect(formatEnds(start, start + 2_000_000)).toEqual(['09:30:00', '09:30:02'])
})
