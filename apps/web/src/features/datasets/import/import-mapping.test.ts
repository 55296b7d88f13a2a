import { expect, test } from 'vitest'
import { findMappingError, importProblems } from './import-mapping.tsx'

const question = { name: 'a', target: 'inputs.question' } as const

test('an import needs an input column and distinct columns', () => {
  expect(findMappingError([question, { name: 'b', target: 'reference' }])).toBeUndefined()
  expect(findMappingError([{ name: 'b', target: 'reference' }])).toContain(
    'Map at least one column',
  )
  expect(findMappingError([question, { name: 'b', target: 'inputs.question' }])).toContain(
    'a different field',
  )
  expect(findMappingError([question, ...split('b'), ...split('c')])).toBeUndefined()
})

const split = (name: string) => [{ name, target: 'split' } as const]

test('returns the rows a rejected import names, and none for other failures', () => {
  const problems = { total: 1, first: [{ row: 3, message: 'has no inputs' }] }

  expect(importProblems(Object.assign(new Error('refused'), { data: { problems } }))).toEqual(
    problems,
  )
  expect(importProblems(new TypeError('fetch failed'))).toEqual({ total: 0, first: [] })
})
