import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useFocusBack } from './use-focus-back.ts'

function Pane() {
  return (
    <aside ref={useFocusBack()}>
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

test('the focus goes back to where it was last, if it is in the pane', () => {
  render(<Cells />)
  open('one')
  const last = open('two')

  screen.getByRole('button', { name: 'Inside' }).focus()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))

  expect(last).toHaveFocus()
})

test('a focus that is elsewhere stays there', () => {
  render(<Cells />)
  open('one')
  const close = screen.getByRole('button', { name: 'Close' })

  close.focus()
  fireEvent.click(close)

  expect(close).toHaveFocus()
})
