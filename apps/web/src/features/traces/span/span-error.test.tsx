import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { SpanEnd, SpanError } from './span-error.tsx'

test('shows the error message before the code', () => {
  renderInApp(
    <SpanError
      error={{
        code: 'CODE_ERROR',
        message: 'TypeError: cannot read property "length" of null (line 2, column 19)',
        hint: 'Correct the code and run it again.',
        retryable: false,
      }}
    />,
  )

  const errorHeading = screen.getByRole('heading', { name: /^TypeError/ })
  const code = screen.getByText('CODE_ERROR')
  expect(errorHeading.compareDocumentPosition(code)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('shows an interrupt as a request for input, not as an error', () => {
  const message = JSON.stringify([{ id: 'i1', value: { question: 'Send this mail?' } }])
  renderInApp(
    <SpanEnd
      status="interrupted"
      error={{ code: 'INTERNAL', message, retryable: false, type: 'GraphInterrupt' }}
    />,
  )

  expect(screen.getByRole('region', { name: 'Waiting for input' })).toHaveTextContent(
    'Send this mail?',
  )
  expect(screen.queryByRole('region', { name: 'Error' })).toBeNull()
})

test('omits the error type if the message starts with it', () => {
  const message = 'RateLimitError: 429 Too Many Requests'
  renderInApp(
    <SpanError error={{ code: 'INTERNAL', type: 'RateLimitError', message, retryable: false }} />,
  )

  expect(screen.getByRole('heading', { name: message })).toBeVisible()
  expect(screen.queryByText('RateLimitError')).toBeNull()
})

test('shows a cancelled span as cancelled, not as an error', () => {
  const error = { code: 'INTERNAL', message: 'Cancelled', retryable: false } as const
  renderInApp(<SpanEnd status="cancelled" error={error} />)

  expect(screen.getByRole('region', { name: 'Cancelled' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Error' })).toBeNull()
})
