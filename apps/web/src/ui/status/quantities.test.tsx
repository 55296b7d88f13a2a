import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { Tokens } from './quantities.tsx'

test('shows input and output tokens', () => {
  renderInApp(<Tokens usage={{ input: 67_200, output: 541, cachedRead: 1_024 }} />)

  expect(screen.getByText('67.2 k → 541')).toHaveAttribute(
    'title',
    '67,200 in (1,024 cached) → 541 out',
  )
})

test('does not show unreported usage as zero', () => {
  renderInApp(<Tokens usage={{ input: 0, output: 0 }} />)

  expect(screen.getByText('—')).toHaveAttribute('title', 'No usage reported')
})
