import { describe, expect, test } from 'vitest'
import {
  enumParam,
  enumListParam,
  stringifyParam,
  textParam,
  integerParam,
} from './search-params.ts'

describe('text', () => {
  test('keeps digits as text although the router parses them as a number', () => {
    expect(textParam.parse(123)).toBe('123')
  })

  test('omits a text parameter that is absent', () => {
    expect(textParam.parse(undefined)).toBeUndefined()
  })
})

describe('whole', () => {
  test.each([
    [3, 3],
    ['3', 3],
    ['abc', undefined],
    [-1, undefined],
    [1.5, undefined],
    [undefined, undefined],
  ])('parses %o as %o', (given, read) => {
    expect(integerParam.parse(given)).toBe(read)
  })
})

test('drops an unknown value of oneOf', () => {
  const view = enumParam(['tree', 'timeline'])

  expect(view.parse('tree')).toBe('tree')
  expect(view.parse('graph')).toBeUndefined()
})

describe('someOf', () => {
  const status = enumListParam(['error', 'running', 'success'])

  test('parses the lists that stringifyParam writes', () => {
    expect(status.parse(stringifyParam(['error', 'running']))).toEqual(['error', 'running'])
  })

  test('drops unknown list values and omits an empty list', () => {
    expect(status.parse('error,wrong')).toEqual(['error'])
    expect(status.parse('wrong')).toBeUndefined()
    expect(status.parse(undefined)).toBeUndefined()
  })

  test('accepts a list set by code unchanged', () => {
    expect(status.parse(['success'])).toEqual(['success'])
  })
})
