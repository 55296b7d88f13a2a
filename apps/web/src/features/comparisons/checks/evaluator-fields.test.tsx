import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { PatternField } from './evaluator-fields.tsx'

function Field() {
  const [pattern, setPattern] = useState('moon')
  return <PatternField value={pattern} onChange={setPattern} />
}

test('a pattern that is taken out is said to hold until there is another', () => {
  renderInApp(<Field />)
  const write = (value: string) =>
    fireEvent.change(screen.getByRole('textbox'), { target: { value } })

  write('')
  expect(screen.getByText('Empty it cannot be: moon holds until there is another')).toBeVisible()

  write('sun')
  expect(screen.getByRole('textbox')).toHaveValue('sun')
  expect(screen.queryByText(/holds until/)).toBeNull()
})
