import { expect, test } from 'vitest'
import { jsonOrText } from './json-or-text.ts'

test('jsonOrText keeps text that is not JSON', () => {
  expect(jsonOrText('12')).toBe(12)
  expect(jsonOrText('twelve')).toBe('twelve')
})
