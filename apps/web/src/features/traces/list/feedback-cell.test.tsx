import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { trace } from '../testing.ts'
import { FeedbackCell } from './feedback-cell.tsx'
import { shownColumns } from './trace-columns.tsx'

const feedback = [
  { key: 'thumbs', count: 4, average: 0.25 },
  { key: 'correctness', count: 1, average: 0.5 },
  { key: 'comment', count: 1, average: null },
]

test('shows thumbs and comments as icons and scores with their names', () => {
  render(<FeedbackCell feedback={feedback} />)

  expect(screen.getByRole('img', { name: 'thumbs: 1 up, 3 down' })).toBeVisible()
  // The name is truncated when space is short.
  expect(screen.getByText('0.5').parentElement).toHaveTextContent('correctness 0.5')
  expect(screen.getByRole('img', { name: 'comment: 1 time' })).toBeVisible()
})

test('shows the name of feedback without a score', () => {
  render(<FeedbackCell feedback={[{ key: 'tone', count: 1, average: null }]} />)

  expect(screen.getByText('tone')).toBeVisible()
})

test('shows the feedback column by default once a trace has feedback', () => {
  expect(shownColumns(undefined, [trace(1)])).not.toContain('feedback')
  expect(shownColumns(undefined, [trace(1), trace(2, { feedback })])).toContain('feedback')
  expect(shownColumns(['title'], [trace(2, { feedback })])).toEqual(['title'])
})
