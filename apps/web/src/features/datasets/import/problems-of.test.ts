import { expect, test } from 'vitest'
import { problemsOf } from './problems-of.ts'

test('a refused import names its rows, and any other failure none', () => {
  const problems = { total: 1, first: [{ row: 3, message: 'has no inputs' }] }

  expect(problemsOf(Object.assign(new Error('refused'), { data: { problems } }))).toEqual(problems)
  expect(problemsOf(new TypeError('fetch failed'))).toEqual({ total: 0, first: [] })
})
