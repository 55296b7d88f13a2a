import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useState } from 'react'
import { focusPane, closePaneOnEscape, useRestoreFocus } from './pane-focus.ts'

test('focusPane focuses the first field of the pane once it is rendered', async () => {
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

test('Escape closes the pane, but only the list if one is open', () => {
  const close = vi.fn<() => void>()
  render(
    <aside onKeyDown={(event) => closePaneOnEscape(event, close)}>
      <input aria-label="Name" />
      <input aria-label="Model" role="combobox" aria-expanded="true" aria-controls="list" />
    </aside>,
  )

  fireEvent.keyDown(screen.getByLabelText('Model'), { key: 'Escape' })
  expect(close).not.toHaveBeenCalled()
  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' })
  expect(close).toHaveBeenCalledOnce()
})

function Pane() {
  return (
    <aside ref={useRestoreFocus()}>
      <button type="button">Inside</button>
    </aside>
  )
}

function Cells() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {['one', 'two'].map((name) => (
        <button key={name} type="button" onClick={() => setOpen(true)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      {isOpen && <Pane />}
    </>
  )
}

const open = (name: string) => {
  const cell = screen.getByRole('button', { name })
  cell.focus()
  fireEvent.click(cell)
  return cell
}

test('closing the pane returns the focus to the previous element', () => {
  render(<Cells />)
  open('one')
  const last = open('two')

  screen.getByRole('button', { name: 'Inside' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(last).toHaveFocus()
})

test('closing the pane leaves a focus outside it unchanged', () => {
  render(<Cells />)
  open('one')
  const close = screen.getByRole('button', { name: 'Close' })

  close.focus()
  fireEvent.click(close)

  expect(close).toHaveFocus()
})
