import { expect, test } from 'vitest'
import { formatWhen } from './format-when.ts'

const at = (date: Date) => formatWhen(date.getTime() * 1_000)

test('says the day but today, and the year where it is another', () => {
  const { now, year } = { now: new Date(), year: new Date().getFullYear() }
  expect(at(now)).toMatch(/^\d\d:\d\d:\d\d$/)
  const other = new Date(year, now.getMonth() === 0 ? 1 : 0, 2, 3, 4, 5)
  expect(at(other)).toMatch(/^2 (Jan|Feb) 03:04:05$/)
  expect(at(new Date(year - 1, 0, 2, 3, 4, 5))).toBe(`2 Jan ${year - 1} 03:04:05`)
})
