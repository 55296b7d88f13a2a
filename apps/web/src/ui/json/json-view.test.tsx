import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { JsonView } from './json-view.tsx'

describe('JsonView', () => {
  test('unfolds a folded group and folds it again', async () => {
    const user = userEvent.setup()
    renderInApp(<JsonView label="Input" value={{ a: { b: { deep: 'here' } } }} />)
    expect(screen.queryByText('"here"')).toBeNull()

    await user.click(screen.getByRole('button', { name: /b: ?\{deep\}/ }))
    expect(screen.getByText('"here"')).toBeVisible()

    await user.click(screen.getByRole('button', { name: /b: ?\{deep\}/ }))
    expect(screen.queryByText('"here"')).toBeNull()
  })

  test('shows a long list one hundred items at a time', async () => {
    const user = userEvent.setup()
    renderInApp(<JsonView label="Input" value={Array.from({ length: 150 }, (_, at) => `v${at}`)} />)
    expect(screen.queryByText('"v120"')).toBeNull()

    await user.click(screen.getByRole('button', { name: '50 more entries' }))

    expect(screen.getByText('"v120"')).toBeVisible()
  })

  test('truncates a long text and offers to show all of it', async () => {
    const user = userEvent.setup()
    const text = `${'x'.repeat(2_500)}end`
    renderInApp(<JsonView label="Output" value={{ text }} />)
    expect(screen.queryByText(/end"/)).toBeNull()

    await user.click(screen.getByRole('button', { name: /show all 2\.5 kB/ }))

    expect(screen.getByText(/end"/)).toBeVisible()
  })
})
