import { expect, test } from 'vitest'
import { rulingsText } from './ruling-words.ts'

test('one variant is told by name, several by how many came out how', () => {
  const b = { name: 'B', ruling: 'worse' } as const
  const c = { name: 'C', ruling: 'better' } as const

  expect(rulingsText([])).toBe('')
  expect(rulingsText([b])).toBe('B: worse')
  expect(rulingsText([b, c, { ...b, name: 'D' }])).toBe('1 better, 2 worse')
})
