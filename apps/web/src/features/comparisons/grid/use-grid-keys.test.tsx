import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHotkeyRegistry } from '../../../lib/browser/hotkeys.ts'
import { renderComparison } from '../render-comparison.tsx'
import { contains, makeDetail, makePlan, cell, failed } from '../testing.ts'
import { useGridKeys, isUnrated, nextMatchingCell } from './use-grid-keys.ts'

function Keys({ asksPeople }: { asksPeople: boolean }) {
  const nothing = () => undefined
  useGridKeys({
    rows: [],
    active: { row: 0, column: 0 },
    hasHumanEvaluator: asksPeople,
    onMove: nothing,
    onRate: nothing,
    nextUnrated: nothing,
  })
  return 'the grid'
}

async function listed(asksPeople: boolean) {
  const detail = makeDetail({ plan: makePlan({ evaluators: [contains] }) })
  renderComparison(detail, <Keys asksPeople={asksPeople} />)
  await screen.findByText('the grid')
  return useHotkeyRegistry.getState().hotkeys.flatMap(({ keys }) => keys ?? [])
}

test('lists the navigation keys of the grid', async () => {
  expect(await listed(false)).toEqual(expect.arrayContaining(['j', 'k', 'l', 'h']))
})

test('lists the rating keys if there is a human evaluator', async () => {
  expect(await listed(true)).toEqual(expect.arrayContaining(['y', 'n', 'u', '.']))
})

test('hides the rating keys without a human evaluator', async () => {
  expect(await listed(false)).not.toContain('y')
})

const size = { rows: 2, columns: 2 }

test('nextPlace returns the next cell of the row, then the next row, then the first row', () => {
  expect(nextMatchingCell({ row: 0, column: 1 }, size, () => true)).toEqual({ row: 0, column: 2 })
  expect(nextMatchingCell({ row: 0, column: 2 }, size, () => true)).toEqual({ row: 1, column: 1 })
  expect(nextMatchingCell({ row: 1, column: 2 }, size, () => true)).toEqual({ row: 0, column: 1 })
})

test('nextPlace starts at the first cell of a row when the case is focused', () => {
  expect(nextMatchingCell({ row: 0, column: 0 }, size, () => true)).toEqual({ row: 0, column: 1 })
  expect(nextMatchingCell({ row: 1, column: 0 }, size, ({ row }) => row === 1)).toEqual({
    row: 1,
    column: 1,
  })
  expect(
    nextMatchingCell({ row: 0, column: 0 }, size, ({ row, column }) => row + column === 3),
  ).toEqual({
    row: 1,
    column: 2,
  })
})

test('nextPlace returns undefined if no cell matches', () => {
  expect(nextMatchingCell({ row: 0, column: 1 }, size, () => false)).toBeUndefined()
  expect(
    nextMatchingCell({ row: 0, column: 0 }, { rows: 0, columns: 0 }, () => true),
  ).toBeUndefined()
})

test('an output is unrated until it has a rating, but a failed run is not unrated', () => {
  expect(isUnrated([cell('a.one')], 'k')).toBe(true)
  expect(isUnrated([cell('a.one', { evaluations: { k: failed } })], 'k')).toBe(false)
  expect(isUnrated([cell('a.one', { status: 'error' })], 'k')).toBe(false)
})
