import { expect, test } from 'vitest'
import { parseIfJson, parseJson } from './parse-json.ts'

test('reports why a text is not JSON', () => {
  expect(parseJson('{"a": 1}')).toEqual({ value: { a: 1 } })
  expect(parseJson('{a: 1}')).toEqual({ problem: expect.stringMatching(/^Not JSON: ./) })
})

test('parses only objects and lists, not plain words or numbers', () => {
  expect(parseIfJson('12')).toBe('12')
  expect(parseIfJson(' [1]')).toEqual([1])
  expect(parseIfJson('{cut')).toBe('{cut')
})
