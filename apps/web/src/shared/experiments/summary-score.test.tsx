import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { SummaryScore, summaryKeys } from './experiment-columns.tsx'

const nothing = { score: null, value: null, comment: null }
const experiment = {
  overall: [
    { ...nothing, key: 'f1', score: 0.8125, comment: 'over all answers' },
    { ...nothing, key: 'tone', value: 'terse' },
  ],
}

test('shows the score of a summary evaluator, or its value without a score', () => {
  renderInApp(
    <ul>
      {[...summaryKeys([experiment, experiment]), 'other'].map((key) => (
        <li key={key}>
          <SummaryScore experiment={experiment} evaluatorKey={key} />
        </li>
      ))}
    </ul>,
  )

  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown).toEqual(['0.813', 'terse', '—'])
  expect(screen.getByTitle('over all answers')).toHaveTextContent('0.813')
})
