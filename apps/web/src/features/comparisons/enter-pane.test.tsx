import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { focusPane, leavePane } from './enter-pane.ts'

test('the keys go into the pane that was asked for once it is there, past what closes it', async () => {
  focusPane('case.c2')
  render(
    <>
      <input aria-label="Elsewhere" />
      <aside data-opened="case.c2">
        <button type="button">Close</button>
        <div data-fields>
          <textarea aria-label="Question" />
        </div>
      </aside>
    </>,
  )

  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Question'))
})

test('Escape in a field closes the pane, and in an open list only that', () => {
  const close = vi.fn<() => void>()
  render(
    <aside onKeyDown={(event) => leavePane(event, close)}>
      <input aria-label="Name" />
      <input aria-label="Model" role="combobox" aria-expanded="true" aria-controls="list" />
    </aside>,
  )

  fireEvent.keyDown(screen.getByLabelText('Model'), { key: 'Escape' })
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})
