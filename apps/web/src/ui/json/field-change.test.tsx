import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { FieldChangeView } from './field-change.tsx'
import { PictureChanges } from '../pictures/picture-changes.tsx'
import { TextChange } from '../text/text-change.tsx'

const [ONE, TWO] = ['data:image/png;base64,AAAA', 'data:image/png;base64,BBBB']
const rowOf = (name: string) => screen.getByRole('img', { name }).closest('div')

test('shows changed pictures of a message instead of their data', () => {
  const field = {
    path: 'pictures of message 1',
    before: [ONE],
    after: [TWO, ONE],
    form: 'value' as const,
  }
  const { container } = renderInApp(<FieldChangeView field={field} />)

  expect(rowOf('Picture 1')).toHaveTextContent('Added')
  expect(screen.queryByRole('img', { name: 'Picture 2' })).toBeNull()
  expect(container).not.toHaveTextContent('base64')
})

test('shows a list without pictures as text', () => {
  const field = { path: 'stop', before: ['a'], after: ['b'], form: 'value' as const }
  renderInApp(<FieldChangeView field={field} />)

  expect(screen.getByRole('deletion')).toHaveTextContent('["a"]')
  expect(screen.getByRole('insertion')).toHaveTextContent('["b"]')
})

test('strikes out the text that a picture replaced', () => {
  renderInApp(<TextChange before="none yet" after={ONE} />)

  expect(rowOf('Picture 1')).toHaveTextContent('Added')
  expect(screen.getByRole('deletion')).toHaveTextContent('none yet')
})

test("shows a moved picture's old position", () => {
  const three = 'data:image/png;base64,CCCC'
  renderInApp(<PictureChanges before={[ONE, TWO, three]} after={[three, ONE, TWO]} isBrief />)

  expect(rowOf('Picture 1')).toHaveTextContent('Moved from position 3')
})
