import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { cell } from '../testing.ts'
import { CellFacts } from './cell-facts.tsx'

test('a cell that has not begun has no figures', () => {
  const waiting = cell('a.one', { status: 'pending', latencyMs: null, cost: null, usage: null })

  renderInApp(<CellFacts cell={waiting} isUnderWay={false} />)

  expect(screen.getByText('This cell has not run yet.')).toBeInTheDocument()
  expect(screen.queryByText('—')).toBeNull()
})

test('of a cost that is known in part the part is told', () => {
  const partly = cell('a.one', { cost: null, pricedCost: 250_000_000, unpriced: 2 })

  renderInApp(<CellFacts cell={partly} isUnderWay={false} />)

  expect(screen.getByText('$0.25 + ?')).toHaveAttribute(
    'title',
    expect.stringContaining('2 calls without a price'),
  )
})

test('a cell that an earlier one answered says when that was', () => {
  const earlier = cell('a.one', { isReused: true, runId: '01992e5d-1000-7000-8000-000000000000' })

  renderInApp(<CellFacts cell={earlier} isUnderWay={false} />)

  expect(screen.getByText(/answered by an earlier cell/)).toHaveTextContent(
    /earlier cell, .+: nothing was paid/,
  )
})
