import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { cell } from '../testing.ts'
import { CellFacts } from './cell-facts.tsx'

test('a cell that has not started shows no numbers', () => {
  const waiting = cell('a.one', { status: 'pending', latencyMs: null, cost: null, usage: null })

  renderInApp(<CellFacts cell={waiting} isUnderWay={false} />)

  expect(screen.getByText('Not run yet')).toBeInTheDocument()
  expect(screen.queryByText('—')).toBeNull()
})

test('shows the known part of a partially known cost', () => {
  const partly = cell('a.one', { cost: null, pricedCost: 250_000_000, unpriced: 2 })

  renderInApp(<CellFacts cell={partly} isUnderWay={false} />)

  expect(screen.getByText('$0.25 + ?')).toHaveAttribute(
    'title',
    expect.stringContaining('2 calls without a price'),
  )
})

test('a reused cell shows when it ran', () => {
  const earlier = cell('a.one', { isReused: true, runId: '01992e5d-1000-7000-8000-000000000000' })

  renderInApp(<CellFacts cell={earlier} isUnderWay={false} />)

  expect(screen.getByText(/reused from an earlier cell/)).toHaveTextContent(
    /earlier cell, .+DELETE/,
  )
})
