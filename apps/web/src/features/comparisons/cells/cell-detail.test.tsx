import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, column, detailOf, planOf, row } from '../testing.ts'
import { CellDetail } from './cell-detail.tsx'

test('a repeat that has not run says so by its name', async () => {
  const plan = planOf({ variants: [column('a')], cases: [row('one')], repeats: 3 })
  const grid = [cell('a.one'), cell('a.one', { repeat: 1, status: 'pending' })]

  renderComparison(
    detailOf({ plan, grid }),
    <CellDetail cells={grid} variant="a" row={row('one')} repeat={0} onRepeat={() => {}} />,
  )

  expect(await screen.findByRole('radio', { name: '1' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: '2, not run yet' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: '3, not run yet' })).toBeInTheDocument()
})
