import { expect, test } from 'vitest'
import { findMappingError } from './find-mapping-error.ts'

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
