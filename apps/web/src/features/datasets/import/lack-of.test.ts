import { expect, test } from 'vitest'
import { lackOf } from './lack-of.ts'

const question = { name: 'a', target: 'inputs.question' } as const

test('an import needs an input column and distinct columns', () => {
  expect(lackOf([question, { name: 'b', target: 'reference' }])).toBeUndefined()
  expect(lackOf([{ name: 'b', target: 'reference' }])).toContain('Map at least one column')
  expect(lackOf([question, { name: 'b', target: 'inputs.question' }])).toContain(
    'a different field',
  )
  expect(lackOf([question, ...split('b'), ...split('c')])).toBeUndefined()
})

const split = (name: string) => [{ name, target: 'split' } as const]
