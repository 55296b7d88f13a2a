import { expect, test } from 'vitest'
import { problemsOf } from './problems-of.ts'

test('returns the rows a rejected import names, and none for other failures', () => {
  const problems = { total: 1, first: [{ row: 3, message: 'has no inputs' }] }

  expect(problemsOf(Object.assign(new Error('refused'), { data: { problems } }))).toEqual(problems)
  expect(problemsOf(new TypeError('fetch failed'))).toEqual({ total: 0, first: [] })
})
