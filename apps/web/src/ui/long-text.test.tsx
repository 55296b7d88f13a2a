import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { Markdown } from './markdown.tsx'

test('of a long text the beginning is shown, how long it is, and a way to all of it', async () => {
  const { container } = renderInApp(<Markdown text={'Some *words* of it.\n\n'.repeat(50_000)} />)

  expect((await screen.findAllByText('words')).length).toBeLessThan(2_000)
  expect(container.textContent.length).toBeLessThan(40_000)
  expect(screen.getByText(/^1\.1 MB, the rest is not shown/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Open raw' })).toBeVisible()
})

test('a short one is shown as it is', () => {
  renderInApp(<Markdown text={'word '.repeat(3_000).trim()} />)

  expect(screen.queryByText(/not shown/)).toBeNull()
})
