import { expect, test } from 'vitest'
import { besideOf, lineOf } from './tree-walk.ts'

const items = [
  { id: 'e', parentId: 'c' },
  { id: 'd', parentId: 'b' },
  { id: 'c', parentId: 'a' },
  { id: 'b', parentId: 'a' },
  { id: 'a', parentId: null },
]

test('the line of a checkpoint leads to the beginning', () => {
  expect(lineOf(items, 'e')).toEqual(['e', 'c', 'a'])
  expect(lineOf(items, 'gone')).toEqual([])
})

test('beside a branch is the end of the next one, from any place on it', () => {
  expect(besideOf(items, 'b', 1)).toBe('e')
  expect(besideOf(items, 'd', 1)).toBe('e')
  expect(besideOf(items, 'e', -1)).toBe('d')
})

test('there is none beyond the last branch, nor where there is but one', () => {
  expect(besideOf(items, 'e', 1)).toBeUndefined()
  expect(besideOf(items, 'a', -1)).toBeUndefined()
})
