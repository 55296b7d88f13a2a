import { expect, test } from 'vitest'
import { isJsonType, isTextType } from './file-types.ts'

test.each(['text/plain', 'text/csv; charset=utf-8', 'application/json', 'application/x-ndjson'])(
  '%s is text',
  (type) => expect(isTextType(type)).toBe(true),
)

test.each(['application/octet-stream', 'application/pdf', 'image/png', 'application/jsonish'])(
  '%s is not text',
  (type) => expect(isTextType(type)).toBe(false),
)

test('lines of JSON are no JSON', () => {
  expect(isJsonType('application/ld+json')).toBe(true)
  expect(isJsonType('application/jsonl')).toBe(false)
})
