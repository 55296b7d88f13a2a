import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderComparison } from '../render-comparison.tsx'
import { cell, column, makeDetail, makePlan, row } from '../testing.ts'
import { CellDetail } from './cell-detail.tsx'

const detailProps = { row: row('one'), repeat: 0, onRepeat: () => {} }

test('a repeat that has not run is labelled as such', async () => {
  const plan = makePlan({ variants: [column('a')], cases: [row('one')], repeats: 3 })
  const grid = [cell('a.one'), cell('a.one', { repeat: 1, status: 'pending' })]

  renderComparison(
    makeDetail({ plan, grid }),
    <CellDetail {...detailProps} cells={grid} baseline={undefined} variant="a" />,
  )

  expect(await screen.findByRole('radio', { name: '1' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: '2(not run yet)' })).toBeInTheDocument()
  expect(screen.getByRole('radio', { name: '3(not run yet)' })).toBeInTheDocument()
})

test('shows the full diff to the baseline if the grid shows diffs', async () => {
  const plan = makePlan()
  const before = [
    cell('a.one', { status: 'error', output: null }),
    cell('a.one', { repeat: 1, output: { answer: 'Tides rise' } }),
  ]
  const after = [cell('b.one', { output: { answer: 'Tides fall' } })]

  renderComparison(
    makeDetail({ plan, grid: [...before, ...after] }),
    <CellDetail {...detailProps} cells={after} baseline={before} variant="b" />,
    { search: '?cells=baseline' },
  )

  expect((await screen.findByText('rise')).tagName).toBe('DEL')
  expect(screen.getByText('fall').tagName).toBe('INS')
})

test('an undecided judge shows no verdict without repeating it in the reason', async () => {
  const evaluation = { status: 'undecided', reason: 'no verdict: it is no JSON' } as const
  const grid = [cell('a.one', { evaluations: { k: evaluation } })]

  renderComparison(
    makeDetail({ plan: makePlan(), grid }),
    <CellDetail {...detailProps} cells={grid} baseline={undefined} variant="a" />,
  )

  expect(await screen.findByText('no verdict')).toBeInTheDocument()
  expect(screen.getByText('it is no JSON')).toBeInTheDocument()
})

test('an output equal to the reference is marked as the same', async () => {
  const grid = [cell('a.one')]
  const plan = makePlan({ variants: [column('a')], cases: [row('one')] })

  renderComparison(
    makeDetail({ plan, grid }),
    <CellDetail
      {...detailProps}
      row={{ ...row('one'), reference: 'Tides' }}
      cells={grid}
      baseline={undefined}
      variant="a"
    />,
    { search: '?cells=reference' },
  )

  expect(await screen.findByText('Same as reference')).toBeInTheDocument()
})
