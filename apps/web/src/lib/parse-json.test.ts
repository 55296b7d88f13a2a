import { expect, test } from 'vitest'
import { jsonOrText, parsedIfJson, parseJson } from './parse-json.ts'

test('says why a text is not JSON', () => {
  expect(parseJson('{"a": 1}')).toEqual({ value: { a: 1 } })
  expect(parseJson('{a: 1}')).toEqual({ broken: expect.stringMatching(/^Not JSON: ./) })
})

test('a text that is not JSON stays a text', () => {
  expect(jsonOrText('12')).toBe(12)
  expect(jsonOrText('twelve')).toBe('twelve')
})

test('words are no values: only objects and lists are', () => {
  expect(parsedIfJson('12')).toBe('12')
  expect(parsedIfJson(' [1]')).toEqual([1])
  expect(parsedIfJson('{cut')).toBe('{cut')
})
