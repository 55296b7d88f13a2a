import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'

const UNREACHABLE = 'The server cannot be reached. Is it still running?'

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('Load failed'),
  new TypeError('Failed to fetch dynamically imported module: http://127.0.0.1/assets/a.js'),
  new Error('Unable to preload CSS for /assets/a.css'),
])('reports an unreachable server: %s', (error) => {
  expect(describeError(error).message).toBe(UNREACHABLE)
})

test('shows the provider’s own message and how to fix the problem', () => {
  const error = Object.assign(new Error('The provider returned an unexpected response'), {
    code: 'PROVIDER',
    data: {
      error: {
        code: 'AUTHENTICATION',
        message: 'The provider rejected the key',
        hint: 'Set it under Models.',
      },
    },
  })

  expect(describeError(error)).toEqual({
    code: 'AUTHENTICATION',
    message: 'The provider rejected the key\nSet it under Models.',
  })
})

test('names the field that made an input invalid', () => {
  const error = Object.assign(new Error('The request is not valid'), {
    code: 'INVALID_INPUT',
    data: { issues: [{ path: 'name', message: 'is taken' }] },
  })

  expect(describeError(error)).toEqual({
    code: 'INVALID_INPUT',
    message: 'The request is not valid\nname: is taken',
  })
})

test('does not repeat a field that the message already names', () => {
  const message = 'The request is not valid: name: is taken'
  const error = Object.assign(new Error(message), {
    data: { issues: [{ path: 'name', message: 'is taken' }] },
  })

  expect(describeError(error).message).toBe(message)
})

test('includes a known time to retry', () => {
  const error = Object.assign(new Error('The run queue is full'), {
    code: 'OVERLOADED',
    data: { retryAfterMs: 5_000 },
  })

  expect(describeError(error).message).toBe('The run queue is full\nTry again in 5.0 s.')
})

test('describes an error without a message', () => {
  expect(describeError(undefined).message).toBe('Something went wrong.')
})
