import { expect, test } from 'vitest'
import { parsedIfJson, parseJson } from './parse-json.ts'

test('reports why a text is not JSON', () => {
  expect(parseJson('{"a": 1}')).toEqual({ value: { a: 1 } })
  expect(parseJson('{a: 1}')).toEqual({ broken: expect.stringMatching(/^Not JSON: ./) })
})

test('parses only objects and lists, not plain words or numbers', () => {
  expect(parsedIfJson('12')).toBe('12')
  expect(parsedIfJson(' [1]')).toEqual([1])
  expect(parsedIfJson('{cut')).toBe('{cut')
})
