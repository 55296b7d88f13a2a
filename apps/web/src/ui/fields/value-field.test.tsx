import type { Json } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { ValueField } from './value-field.tsx'

type FieldProps = { isText: boolean; mayBeJson?: boolean; given?: Json; refused?: string }

function Field({ isText, mayBeJson = false, given, refused }: FieldProps) {
  const [value, setValue] = useState(given)
  const [kept, keep] = useState(refused)
  return (
    <>
      <ValueField
        label="Field"
        isText={isText}
        canBeJson={mayBeJson}
        value={value}
        validate={(json) => (Array.isArray(json) ? 'no list' : undefined)}
        invalidText={refused}
        onInvalidText={keep}
        onChange={setValue}
      />
      <output>{JSON.stringify([value, kept])}</output>
    </>
  )
}

const write = (value: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const held = () => JSON.parse(screen.getByRole('status').textContent ?? '')

test('reports and passes on invalid JSON and JSON of the wrong shape', () => {
  renderInApp(<Field isText={false} given={{ a: 1 }} />)

  write('{"a":')
  expect(screen.getByText('not JSON yet')).toBeVisible()
  expect(held()).toEqual([{ a: 1 }, '{"a":'])

  write('[1]')
  expect(screen.getByText('no list')).toBeVisible()
  expect(held()).toEqual([{ a: 1 }, '[1]'])

  write('{"a":2}')
  expect(held()).toEqual([{ a: 2 }, null])
})

test('restores rejected input with its error', () => {
  renderInApp(<Field isText={false} given={{ a: 1 }} refused='{"a":' />)

  expect(screen.getByRole('textbox')).toHaveValue('{"a":')
  expect(screen.getByText('not JSON yet')).toBeVisible()
})

test('reads an object or list in an empty field as JSON and other input as text', () => {
  renderInApp(<Field isText mayBeJson />)

  write('{"a":1}')
  expect(held()[0]).toEqual({ a: 1 })
  write('{"a":1} is it')
  expect(held()[0]).toBe('{"a":1} is it')
  write('42')
  expect(held()[0]).toBe('42')
})

test('keeps text that looks like JSON as text', () => {
  renderInApp(<Field isText mayBeJson given="So" />)

  write('{"a":1}')

  expect(held()[0]).toBe('{"a":1}')
})

test('does not reformat JSON on blur', () => {
  renderInApp(<Field isText={false} given={{ a: 1 }} />)

  write('{"a":2}')
  fireEvent.blur(screen.getByRole('textbox'))

  expect(screen.getByRole('textbox')).toHaveValue('{"a":2}')
})
