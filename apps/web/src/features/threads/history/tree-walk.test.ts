import { expect, test } from 'vitest'
import { findSibling, ancestorIds } from './tree-walk.ts'

const items = [
  { id: 'e', parentId: 'c' },
  { id: 'd', parentId: 'b' },
  { id: 'c', parentId: 'a' },
  { id: 'b', parentId: 'a' },
  { id: 'a', parentId: null },
]

test('follows the parents of a checkpoint to the root', () => {
  expect(ancestorIds(items, 'e')).toEqual(['e', 'c', 'a'])
  expect(ancestorIds(items, 'gone')).toEqual([])
})

test('moves to the end of the next branch from any position on a branch', () => {
  expect(findSibling(items, 'b', 1)).toBe('e')
  expect(findSibling(items, 'd', 1)).toBe('e')
  expect(findSibling(items, 'e', -1)).toBe('d')
})

test('finds no neighbor beyond the last branch or with a single branch', () => {
  expect(findSibling(items, 'e', 1)).toBeUndefined()
  expect(findSibling(items, 'a', -1)).toBeUndefined()
})
