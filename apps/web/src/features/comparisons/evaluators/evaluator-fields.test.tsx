import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { PatternField } from './evaluator-fields.tsx'

function renderField() {
  const patterns: string[] = []
  function Field() {
    const [pattern, setPattern] = useState('moon')
    const change = (next: string) => {
      patterns.push(next)
      setPattern(next)
    }
    return <PatternField value={pattern} onChange={change} />
  }
  renderInApp(<Field />)
  const write = (value: string) =>
    fireEvent.change(screen.getByRole('textbox'), { target: { value } })
  return { write, patterns }
}

test('the last usable pattern is kept while the text has an error', () => {
  const { write, patterns } = renderField()

  write('')
  expect(screen.getByText('Enter a pattern. Until then the evaluator uses moon')).toBeVisible()

  write('sun(')
  expect(screen.getByRole('textbox')).toHaveValue('sun(')
  expect(screen.getByText(/^The group that starts at position 4 is not closed/)).toBeVisible()

  write('sun()')
  expect(screen.getByRole('textbox')).toHaveValue('sun()')
  expect(screen.queryByText(/Until then/)).toBeNull()
  expect(patterns).toEqual(['sun()'])
})
