import { describe, expect, test } from 'vitest'
import { oneOf, someOf, stringifyParam, text, whole } from './search-params.ts'

describe('text', () => {
  test('keeps digits, which the router reads as a number, as text', () => {
    expect(text.parse(123)).toBe('123')
  })

  test('is absent when the parameter is', () => {
    expect(text.parse(undefined)).toBeUndefined()
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
  ])('reads %o as %o', (given, read) => {
    expect(whole.parse(given)).toBe(read)
  })
})

test('oneOf drops a value it does not know', () => {
  const view = oneOf(['tree', 'timeline'])

  expect(view.parse('tree')).toBe('tree')
  expect(view.parse('graph')).toBeUndefined()
})

describe('someOf', () => {
  const status = someOf(['error', 'running', 'success'])

  test('reads what stringifyParam wrote', () => {
    expect(status.parse(stringifyParam(['error', 'running']))).toEqual(['error', 'running'])
  })

  test('drops what it does not know, and is absent when nothing is left', () => {
    expect(status.parse('error,wrong')).toEqual(['error'])
    expect(status.parse('wrong')).toBeUndefined()
    expect(status.parse(undefined)).toBeUndefined()
  })

  test('takes a list given by code as it is', () => {
    expect(status.parse(['success'])).toEqual(['success'])
  })
})
