import { describe, expect, test } from 'vitest'
import { initiallyOpen } from './json-folds.ts'

const opened = (value: unknown) => [...initiallyOpen(value).open]

describe('initiallyOpen', () => {
  test('opens two levels and folds the third', () => {
    expect(opened({ a: { b: { c: 1 } } })).toEqual(['$', '$/a'])
  })

  test('opens no paths for a plain value', () => {
    expect(opened('text')).toEqual([])
  })

  test('distinguishes keys that contain a slash', () => {
    expect(opened({ 'a/b': {}, a: { b: 1 } })).toEqual(['$', '$/a%2Fb', '$/a'])
  })

  test('folds groups beyond 20 kB and reports the cut', () => {
    const group = Array.from({ length: 12 }, () => 'x'.repeat(1_900))
    const { open, isTruncated } = initiallyOpen({
      first: group,
      second: group,
      third: { small: 1 },
    })

    expect([...open]).toEqual(['$', '$/first'])
    expect(isTruncated).toBe(true)
  })

  test('opens a long list and reports that part of it is hidden', () => {
    const { open, isTruncated } = initiallyOpen(Array.from({ length: 101 }, () => 0))

    expect([...open]).toEqual(['$'])
    expect(isTruncated).toBe(true)
  })
})
