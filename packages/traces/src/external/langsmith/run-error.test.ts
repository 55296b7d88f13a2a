import { expect, test } from 'vitest'
import { errorTypeIn, fromRunError, isCancellation, toRunError } from './run-error.ts'

test.each([
  ['TypeError: x is not a function', 'TypeError'],
  ['x is not a function\n\nTypeError: x is not a function\n    at run (a.js:1:1)', 'TypeError'],
  [
    'ValueError(\'no such order\')Traceback (most recent call last):\n  File "a.py"\n',
    'ValueError',
  ],
  ['no luck\n\nTraceback (most recent call last):\nopenai.RateLimitError: slow', 'RateLimitError'],
  ['KeyboardInterrupt()', 'KeyboardInterrupt'],
  ['The order was refunded before', undefined],
  ['Error: no answer', undefined],
  ['The TypeError: of somebody else', undefined],
])('the error class of %j is %s', (text, type) => {
  expect(errorTypeIn(text)).toBe(type)
})

test('an error text is split into class and message, and restored', () => {
  const text = 'no such order\n\nTypeError: no such order\n    at run (a.js:1:1)'
  const error = toRunError(text)
  expect(error).toMatchObject({ type: 'TypeError', message: 'no such order' })
  expect(fromRunError(error)).toBe(text)
})

test('an error without a class is a generic error', () => {
  expect(toRunError('Error: no answer').type).toBe('Error')
  expect(toRunError('The order was refunded before').type).toBe('Error')
})

test.each([
  'Cancelled',
  'AbortError\n\nError: AbortError\n    at stream (completions.js:261:38)',
  'This operation was aborted\n\nAbortError: This operation was aborted\n    at fetch (a.js:1:1)',
  'CancelledError()Traceback (most recent call last):\n  File "a.py"\n',
  'GeneratorExit()',
])('%j is a cancellation', (text) => {
  expect(isCancellation(toRunError(text))).toBe(true)
})

test.each(['Cancelled by the carrier', 'TimeoutError: 5 s', 'Error: the AbortError of another'])(
  '%j is an error',
  (text) => expect(isCancellation(toRunError(text))).toBe(false),
)
