import type { Variant } from '@lathe/contract'
import { expect, test } from 'vitest'
import { duplicateVariant } from './new-variant.ts'

const v1: Variant = {
  key: 'v1',
  name: 'v1',
  base: { type: 'agent', agent: 'tides', version: 1, overrides: {} },
}

test('a copy has a unique name that is not a version number', () => {
  const first = duplicateVariant({ variants: [v1] }, v1)
  const second = duplicateVariant({ variants: [v1, first] }, v1)
  const third = duplicateVariant({ variants: [v1, first, second] }, first)

  expect([first, second, third].map(({ name }) => name)).toEqual([
    'v1 copy',
    'v1 copy 2',
    'v1 copy 3',
  ])
  expect(new Set([v1, first, second, third].map(({ key }) => key)).size).toBe(4)
})

test('a copy of a variant with the longest name stays within the limit', () => {
  const name = 'n'.repeat(100)
  expect(duplicateVariant({ variants: [v1] }, { ...v1, name }).name).toHaveLength(95)
})
