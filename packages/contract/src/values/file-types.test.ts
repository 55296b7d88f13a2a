import { expect, test } from 'vitest'
import { isJsonType, isTextType } from './file-types.ts'

test.each(['text/plain', 'text/csv; charset=utf-8', 'application/json', 'application/x-ndjson'])(
  'isTextType accepts %s',
  (type) => expect(isTextType(type)).toBe(true),
)

test.each(['application/octet-stream', 'application/pdf', 'image/png', 'application/jsonish'])(
  'isTextType rejects %s',
  (type) => expect(isTextType(type)).toBe(false),
)

test('isJsonType accepts JSON-LD and rejects JSON Lines', () => {
  expect(isJsonType('application/ld+json')).toBe(true)
  expect(isJsonType('application/jsonl')).toBe(false)
})
