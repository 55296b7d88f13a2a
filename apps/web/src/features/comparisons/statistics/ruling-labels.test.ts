import { expect, test } from 'vitest'
import { rulingsText } from './ruling-labels.ts'

test('rulingsText names a single variant and counts several', () => {
  const b = { name: 'B', ruling: 'worse' } as const
  const c = { name: 'C', ruling: 'better' } as const

  expect(rulingsText([])).toBe('')
  expect(rulingsText([b])).toBe('B: worse')
  // All runs may have failed, so the number of cases is unknown.
  expect(rulingsText([{ ...b, ruling: 'too-few' }])).toBe('B: too few outcomes')
  expect(rulingsText([b, c, { ...b, name: 'D' }])).toBe('1 better, 2 worse')
})
