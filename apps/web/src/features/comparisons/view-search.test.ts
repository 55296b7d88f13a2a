import { expect, test } from 'vitest'
import { searchText, historyStep } from './view-search.ts'

const grid = {}
const cell = { open: 'cell.a.one' }

test.each([
  ['opening a pane adds an entry', grid, cell, undefined, 'push'],
  [
    'selecting another cell replaces the entry',
    cell,
    { open: 'cell.a.two' },
    searchText(grid),
    'replace',
  ],
  ['closing an opened pane goes back', cell, { open: undefined }, searchText(grid), 'back'],
  ['closing a pane opened by a link replaces the entry', cell, grid, undefined, 'replace'],
  [
    'closing after a view change replaces the entry',
    { ...cell, cells: 'raw' },
    { cells: 'raw' },
    searchText(grid),
    'replace',
  ],
  ['filtering rows adds an entry', grid, { show: 'regressed', variant: 'b' }, undefined, 'push'],
  [
    'changing the filter replaces the entry',
    { show: 'regressed' },
    { show: 'failures' },
    searchText(grid),
    'replace',
  ],
  [
    'clearing the filter goes back',
    { show: 'regressed' },
    { show: 'all' },
    searchText(grid),
    'back',
  ],
  ['changing the metric replaces the entry', grid, { by: 'cost' }, undefined, 'replace'],
] as const)('%s', (_, before, after, from, step) => {
  expect(historyStep(before, after, from)).toBe(step)
})
