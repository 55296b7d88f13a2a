import { expect, test } from 'vitest'
import { insertAtCaret, addSpacing } from './insert-at-caret.ts'

test.each([
  ['', '', 'said'],
  ['Before', '', ' said'],
  ['Before ', 'after', 'said '],
  ['Before', '.', ' said'],
  ['(', ')', 'said'],
  ['line\n', '', 'said'],
])('the transcript between %j and %j is spaced', (before, after, put) => {
  expect(addSpacing(' said\n', before, after)).toBe(put)
})

test('the transcript is appended to a text without a caret', () => {
  const field = document.createElement('textarea')
  field.value = 'An example.'
  field.setSelectionRange(0, 0)

  insertAtCaret(field, 'Go on.')

  expect(field.value).toBe('An example. Go on.')
})

test('the transcript replaces the selection', () => {
  const field = document.createElement('textarea')
  field.value = 'one two three'
  field.setSelectionRange(4, 7)

  insertAtCaret(field, 'four')

  expect(field.value).toBe('one four three')
})
