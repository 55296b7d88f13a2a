import { yardsticksOf } from '@lathe/verdicts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, detailOf, failed, passed, planOf } from '../testing.ts'
import { cellGrid } from './cell-grid.ts'
import { ColumnFigures } from './column-figures.tsx'

function open(isWhole: boolean) {
  const plan = planOf()
  const [, variant] = plan.variants
  const [yardstick] = yardsticksOf(plan.checks)
  if (!variant || !yardstick) throw new Error('nothing to compare')
  const grid = [
    cell('a.one', { evaluations: { k: failed } }),
    cell('b.one', { evaluations: { k: passed } }),
  ]
  renderComparison(
    detailOf({ plan, grid }),
    <ColumnFigures
      variant={variant}
      index={1}
      documents={new Map()}
      grid={cellGrid(grid)}
      yardstick={yardstick}
      rate={undefined}
    />,
    { isWhole },
  )
}

test('figures of the first rows are not read as those of all', async () => {
  open(false)

  // They are there, for the room that those of all will take.
  expect(await screen.findByText('p50 / p95')).toBeInTheDocument()
  expect(screen.getByRole('columnheader')).toHaveAccessibleName('Figures of B')
  expect(screen.queryAllByRole('term')).toEqual([])
  expect(screen.queryByRole('button', { name: /improved/ })).toBeNull()
})

test('those of all are', async () => {
  open(true)

  expect(await screen.findByRole('button', { name: /1 improved/ })).toBeInTheDocument()
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(names).toContain('p50 / p95')
  // Its interval is still computed: only the room for it is there.
  expect(names).not.toContain('pass rate')
})
