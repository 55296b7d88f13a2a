import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { trace } from '../testing.ts'
import { FeedbackCell } from './feedback-cell.tsx'
import { shownColumns } from './trace-columns.tsx'

const said = [
  { key: 'thumbs', count: 4, average: 0.25 },
  { key: 'correctness', count: 1, average: 0.5 },
  { key: 'comment', count: 1, average: null },
]

test('says thumbs by their side, scores by name, comments by a sign', () => {
  render(<FeedbackCell feedback={said} />)

  expect(screen.getByRole('img', { name: 'thumbs: 1 up, 3 down' })).toBeVisible()
  // What there is no room for is cut off the name.
  expect(screen.getByText('0.5').parentElement).toHaveTextContent('correctness 0.5')
  expect(screen.getByRole('img', { name: 'comment: 1 time' })).toBeVisible()
})

test('names what has a value and no score', () => {
  render(<FeedbackCell feedback={[{ key: 'tone', count: 1, average: null }]} />)

  expect(screen.getByText('tone')).toBeVisible()
})

test('has a column of its own as soon as anything was said', () => {
  expect(shownColumns(undefined, [trace(1)])).not.toContain('feedback')
  expect(shownColumns(undefined, [trace(1), trace(2, { feedback: said })])).toContain('feedback')
  expect(shownColumns(['title'], [trace(2, { feedback: said })])).toEqual(['title'])
})
