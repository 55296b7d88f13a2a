import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { Markdown } from '../messages/markdown.tsx'

test('shows the beginning and length of a long text with a link to all of it', async () => {
  const { container } = renderInApp(<Markdown text={'Some *words* of it.\n\n'.repeat(50_000)} />)

  expect((await screen.findAllByText('words')).length).toBeLessThan(2_000)
  expect(container.textContent.length).toBeLessThan(40_000)
  expect(screen.getByText(/^1\.1 MB, the rest is not shown/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open raw' })).toBeVisible()
})

test('shows a short text in full', () => {
  renderInApp(<Markdown text={'word '.repeat(3_000).trim()} />)

  expect(screen.queryByText(/not shown/)).toBeNull()
})
