import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { CategoryCounts, categoryKeys } from './experiment-columns.tsx'

const experiment = {
  categories: [
    {
      key: 'tone',
      values: [
        { value: 'polite', count: 30 },
        { value: 'rude', count: 12 },
      ],
    },
  ],
}

test('shows the number of answers per category', () => {
  renderInApp(
    <ul>
      {[...categoryKeys([experiment, { categories: [] }]), 'other'].map((key) => (
        <li key={key}>
          <CategoryCounts experiment={experiment} name={key} />
        </li>
      ))}
    </ul>,
  )

  const shown = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shown).toEqual(['polite 30 · rude 12', '—'])
})
