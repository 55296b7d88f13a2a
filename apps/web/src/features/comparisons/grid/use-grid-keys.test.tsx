import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useHotkeyRegistry } from '../../../lib/hotkeys.ts'
import { renderComparison } from '../render-comparison.tsx'
import { contains, detailOf, planOf, cell, failed } from '../testing.ts'
import { useGridKeys, isUnrated, nextPlace } from './use-grid-keys.ts'

function Keys({ asksPeople }: { asksPeople: boolean }) {
  const nothing = () => undefined
  useGridKeys({
    rows: [],
    active: { row: 0, column: 0 },
    asksPeople,
    onMove: nothing,
    onRate: nothing,
    nextUnrated: nothing,
  })
  return 'the grid'
}

async function listed(asksPeople: boolean) {
  const detail = detailOf({ plan: planOf({ checks: [contains] }) })
  renderComparison(detail, <Keys asksPeople={asksPeople} />)
  await screen.findByText('the grid')
  return useHotkeyRegistry.getState().hotkeys.flatMap(({ keys }) => keys ?? [])
}

test('the keys of the grid are listed', async () => {
  expect(await listed(false)).toEqual(expect.arrayContaining(['j', 'k', 'l', 'h']))
})

test('those that judge are listed where a check asks people', async () => {
  expect(await listed(true)).toEqual(expect.arrayContaining(['y', 'n', 'u', '.']))
})

test('and not where none does', async () => {
  expect(await listed(false)).not.toContain('y')
})

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
