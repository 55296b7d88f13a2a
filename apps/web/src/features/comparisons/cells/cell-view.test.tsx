import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { cell } from '../testing.ts'
import { CellView } from './cell-view.tsx'

const metric = { id: 'evaluator:k', name: 'Taste', measure: 'score', isPairwise: true } as const
const scored = (place: string, score: number) =>
  cell(place, { evaluations: { k: { status: 'scored', score, reason: '' } } })

test.each([
  [scored('b.one', 1), '▲ preferred'],
  [scored('b.one', 0), '▼ baseline preferred'],
  [scored('b.one', 0.5), 'Tie'],
  [cell('b.one'), 'No verdict'],
])('shows which side a pairwise judge preferred', (own, words) => {
  renderInApp(
    <CellView
      cells={[own]}
      baseline={[scored('a.one', 0.5)]}
      reference={null}
      metric={metric}
      view="rendered"
      isRunning={false}
    />,
  )

  expect(screen.getByText(words)).toBeInTheDocument()
})
