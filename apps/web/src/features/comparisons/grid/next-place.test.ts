import { expect, test } from 'vitest'
import { cell, failed } from '../testing.ts'
import { isUnrated, nextPlace } from './next-place.ts'

const size = { rows: 2, columns: 2 }

test('the next place goes on in the row, then in the next, then from the first', () => {
  expect(nextPlace({ row: 0, column: 1 }, size, () => true)).toEqual({ row: 0, column: 2 })
  expect(nextPlace({ row: 0, column: 2 }, size, () => true)).toEqual({ row: 1, column: 1 })
  expect(nextPlace({ row: 1, column: 2 }, size, () => true)).toEqual({ row: 0, column: 1 })
})

test('from the case of a row the next place is its first cell', () => {
  expect(nextPlace({ row: 0, column: 0 }, size, () => true)).toEqual({ row: 0, column: 1 })
  expect(nextPlace({ row: 1, column: 0 }, size, ({ row }) => row === 1)).toEqual({
    row: 1,
    column: 1,
  })
  expect(nextPlace({ row: 0, column: 0 }, size, ({ row, column }) => row + column === 3)).toEqual({
    row: 1,
    column: 2,
  })
})

test('there is no next place where none fits, or no cell is', () => {
  expect(nextPlace({ row: 0, column: 1 }, size, () => false)).toBeUndefined()
  expect(nextPlace({ row: 0, column: 0 }, { rows: 0, columns: 0 }, () => true)).toBeUndefined()
})

test('an output waits for a word until one was given, and a failed run waits for none', () => {
  expect(isUnrated([cell('a.one')], 'k')).toBe(true)
  expect(isUnrated([cell('a.one', { evaluations: { k: failed } })], 'k')).toBe(false)
  expect(isUnrated([cell('a.one', { status: 'error' })], 'k')).toBe(false)
})
