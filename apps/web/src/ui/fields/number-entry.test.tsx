import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { NumberEntry } from './number-entry.tsx'

/** Rejects numbers below the minimum and clears on submit, like some real forms. */
function Form({ onSend }: { onSend: (value: number | undefined) => void }) {
  const [value, setValue] = useState<number>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend(value)
        setValue(undefined)
      }}
    >
      <NumberEntry
        label="Dollars"
        value={value}
        onChange={(next) => setValue(next !== undefined && next > 0 ? next : undefined)}
      />
    </form>
  )
}

test.each([
  ['0.15', 0.15],
  ['1.05', 1.05],
  ['2.50', 2.5],
  ['3.', 3],
  ['-', undefined],
])('submits %s as typed', async (typed, number) => {
  const sent: unknown[] = []
  renderInApp(<Form onSend={(value) => sent.push(value)} />)
  const field = screen.getByRole('textbox', { name: 'Dollars' })

  await userEvent.type(field, typed)
  expect(field).toHaveValue(typed)
  await userEvent.type(field, '{Enter}')

  expect(sent).toEqual([number])
  expect(field).toHaveValue('')
})

test('shows the stored value again on blur', async () => {
  renderInApp(<Form onSend={() => {}} />)
  const field = screen.getByRole('textbox', { name: 'Dollars' })

  await userEvent.type(field, '0.0')
  await userEvent.tab()

  expect(field).toHaveValue('')
})

test('lets the user clear and retype a required number', async () => {
  function Limit() {
    const [value, setValue] = useState(200)
    return <NumberEntry label="At most" value={value} onChange={(next) => setValue(next || 1)} />
  }
  renderInApp(<Limit />)
  const field = screen.getByRole('textbox', { name: 'At most' })

  await userEvent.clear(field)
  await userEvent.type(field, '50')
  await userEvent.tab()

  expect(field).toHaveValue('50')
})
