import { expect, test } from 'vitest'
import { insertAtCaret, addSpacing } from './insert-at-caret.ts'

test.each([
  ['', '', 'said'],
  ['Before', '', ' said'],
  ['Before ', 'after', 'said '],
  ['Before', '.', ' said'],
  ['(', ')', 'said'],
  ['line\n', '', 'said'],
])('what is heard between %j and %j is spaced', (before, after, put) => {
  expect(addSpacing(' said\n', before, after)).toBe(put)
})

test('a text that nobody has put a caret in is continued', () => {
  const field = document.createElement('textarea')
  field.value = 'An example.'
  field.setSelectionRange(0, 0)

  insertAtCaret(field, 'Go on.')

  expect(field.value).toBe('An example. Go on.')
})

test('what is selected is replaced, as by typing', () => {
  const field = document.createElement('textarea')
  field.value = 'one two three'
  field.setSelectionRange(4, 7)

  insertAtCaret(field, 'four')

  expect(field.value).toBe('one four three')
})
