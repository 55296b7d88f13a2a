import { expect, test } from 'vitest'
import { neighbour, nextPosition, cellRange } from './cell-positions.ts'

const size = { rows: 10, columns: 3, page: 4 }
const from = { row: 5, column: 1 }

test.each([
  ['ArrowDown', false, { row: 6, column: 1 }],
  ['ArrowUp', true, { row: 0, column: 1 }],
  ['ArrowRight', true, { row: 5, column: 2 }],
  ['ArrowLeft', false, { row: 5, column: 0 }],
  ['Home', false, { row: 5, column: 0 }],
  ['End', true, { row: 9, column: 2 }],
  ['PageDown', false, { row: 9, column: 1 }],
  ['PageUp', false, { row: 1, column: 1 }],
  ['x', false, undefined],
])('%s moves the focus from a cell to another (far: %s)', (key, toEdge, position) => {
  expect(nextPosition(key, from, size, toEdge)).toEqual(position)
})

test('keys do not move the focus outside the grid', () => {
  expect(nextPosition('ArrowUp', { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 })
  expect(nextPosition('ArrowDown', { row: 9, column: 0 }, size)).toEqual({ row: 9, column: 0 })
})

test('the cell after the last of a row is the first of the next row', () => {
  expect(neighbour({ row: 0, column: 2 }, 1, size)).toEqual({ row: 1, column: 0 })
  expect(neighbour({ row: 1, column: 0 }, -1, size)).toEqual({ row: 0, column: 2 })
  expect(neighbour({ row: 9, column: 2 }, 1, size)).toBeUndefined()
  expect(neighbour({ row: 0, column: 0 }, -1, size)).toBeUndefined()
})

test('a range covers all cells between two cells', () => {
  expect(cellRange({ row: 4, column: 0 }, { row: 2, column: 1 })).toEqual({
    top: 2,
    bottom: 4,
    left: 0,
    right: 1,
  })
})
