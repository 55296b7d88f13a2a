import { expect, test } from 'vitest'
import { importProblems } from './import-problems.ts'

test('returns the rows a rejected import names, and none for other failures', () => {
  const problems = { total: 1, first: [{ row: 3, message: 'has no inputs' }] }

  expect(importProblems(Object.assign(new Error('refused'), { data: { problems } }))).toEqual(
    problems,
  )
  expect(importProblems(new TypeError('fetch failed'))).toEqual({ total: 0, first: [] })
})
