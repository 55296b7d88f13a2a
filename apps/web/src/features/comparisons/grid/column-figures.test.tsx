import { listMetrics } from '@lathe/verdicts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, makeDetail, failed, passed, makePlan } from '../testing.ts'
import { cellGrid } from './cell-grid.ts'
import { ColumnFigures } from './column-figures.tsx'

function open(isWhole: boolean) {
  const plan = makePlan()
  const [, variant] = plan.variants
  const [metric] = listMetrics(plan.evaluators)
  if (!variant || !metric) throw new Error('nothing to compare')
  const grid = [
    cell('a.one', { evaluations: { k: failed } }),
    cell('b.one', { evaluations: { k: passed } }),
  ]
  renderComparison(
    makeDetail({ plan, grid }),
    <ColumnFigures
      variant={variant}
      index={1}
      documents={new Map()}
      grid={cellGrid(grid)}
      metric={metric}
      rate={undefined}
    />,
    { isWhole },
  )
}

test('hides the summary of partially loaded cells from screen readers', async () => {
  open(false)

  // Rendered to reserve the space.
  expect(await screen.findByText('p50 / p95')).toBeInTheDocument()
  expect(screen.getByRole('columnheader')).toHaveAccessibleName('Summary of B')
  expect(screen.queryAllByRole('term')).toEqual([])
  expect(screen.queryByRole('button', { name: /improved/ })).toBeNull()
})

test('shows the summary of fully loaded cells', async () => {
  open(true)

  expect(await screen.findByRole('button', { name: /1 improved/ })).toBeInTheDocument()
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(names).toContain('p50 / p95')
  // Only its space is reserved while the interval is computed.
  expect(names).not.toContain('pass rate')
})
