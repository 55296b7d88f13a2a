import { expect, test } from 'vitest'
import { searchText, stepOf } from './view-search.ts'

const grid = {}
const cell = { open: 'cell.a.one' }

test.each([
  ['opening a pane', grid, cell, undefined, 'push'],
  ['the next cell', cell, { open: 'cell.a.two' }, searchText(grid), 'replace'],
  ['closing what was opened', cell, { open: undefined }, searchText(grid), 'back'],
  ['closing what a link opened', cell, grid, undefined, 'replace'],
  [
    'closing after another way to show',
    { ...cell, cells: 'raw' },
    { cells: 'raw' },
    searchText(grid),
    'replace',
  ],
  ['leaving out rows', grid, { show: 'regressed', variant: 'b' }, undefined, 'push'],
  ['leaving out others', { show: 'regressed' }, { show: 'failures' }, searchText(grid), 'replace'],
  ['showing all again', { show: 'regressed' }, { show: 'all' }, searchText(grid), 'back'],
  ['another measure', grid, { by: 'cost' }, undefined, 'replace'],
] as const)('%s', (_, before, after, from, step) => {
  expect(stepOf(before, after, from)).toBe(step)
})
