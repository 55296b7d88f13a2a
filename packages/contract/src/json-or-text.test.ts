import { expect, test } from 'vitest'
import { jsonOrText } from './json-or-text.ts'

test('a text that is not JSON stays a text', () => {
  expect(jsonOrText('12')).toBe(12)
  expect(jsonOrText('twelve')).toBe('twelve')
})
