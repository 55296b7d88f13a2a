import { expect, test } from 'vitest'
import { safeHeaders, safeUrl } from './redact.ts'

test('keeps no header that could carry a secret', () => {
  const headers = new Headers({
    authorization: 'Bearer canary',
    'set-cookie': 'canary',
    'x-api-key': 'canary',
    'x-anything': 'canary',
    'content-type': 'application/json',
    'x-ratelimit-remaining-tokens': '10',
    'x-request-id': 'req_1',
  })

  expect(safeHeaders(headers)).toEqual({
    'content-type': 'application/json',
    'x-ratelimit-remaining-tokens': '10',
    'x-request-id': 'req_1',
  })
})

test('keeps no user, password, fragment or unknown parameter of a URL', () => {
  const url = new URL(
    'https://user:canary@example.com/v1/x?api-version=2024&key=canary&sig=canary#canary',
  )

  expect(safeUrl(url)).toBe('https://example.com/v1/x?api-version=2024&key=redacted&sig=redacted')
})
