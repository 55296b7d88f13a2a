import { expect, test } from 'vitest'
import { rulingsText } from './ruling-words.ts'

test('one variant is told by name, several by how many came out how', () => {
  const b = { name: 'B', ruling: 'worse' } as const
  const c = { name: 'C', ruling: 'better' } as const

  expect(rulingsText([])).toBe('')
  expect(rulingsText([b])).toBe('B: worse')
  // It may be that every run failed or no judge decided, on however many cases.
  expect(rulingsText([{ ...b, ruling: 'too-few' }])).toBe('B: too few outcomes')
  expect(rulingsText([b, c, { ...b, name: 'D' }])).toBe('1 better, 2 worse')
})
