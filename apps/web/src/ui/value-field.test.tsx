import type { Json } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
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
        mayBeJson={mayBeJson}
        value={value}
        problemOf={(json) => (Array.isArray(json) ? 'no list' : undefined)}
        refused={refused}
        onRefused={keep}
        onChange={setValue}
      />
      <output>{JSON.stringify([value, kept])}</output>
    </>
  )
}

const write = (value: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const held = () => JSON.parse(screen.getByRole('status').textContent ?? '')

test('JSON that is none yet, or not of the kind it has to be, is told and handed over', () => {
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

test('what could not be taken stands there again, with what is wrong with it', () => {
  renderInApp(<Field isText={false} given={{ a: 1 }} refused='{"a":' />)

  expect(screen.getByRole('textbox')).toHaveValue('{"a":')
  expect(screen.getByText('not JSON yet')).toBeVisible()
})

test('where nothing stood a JSON object is taken as that, and any other text as text', () => {
  renderInApp(<Field isText mayBeJson />)

  write('{"a":1}')
  expect(held()[0]).toEqual({ a: 1 })
  write('{"a":1} is it')
  expect(held()[0]).toBe('{"a":1} is it')
  write('42')
  expect(held()[0]).toBe('42')
})

test('a text stays one, whatever it looks like', () => {
  renderInApp(<Field isText mayBeJson given="So" />)

  write('{"a":1}')

  expect(held()[0]).toBe('{"a":1}')
})

test('JSON is not laid out anew as one leaves the field', () => {
  renderInApp(<Field isText={false} given={{ a: 1 }} />)

  write('{"a":2}')
  fireEvent.blur(screen.getByRole('textbox'))

  expect(screen.getByRole('textbox')).toHaveValue('{"a":2}')
})
