import { expect, test } from 'vitest'
import { findUnsafeKeys } from './unsafe-keys.ts'

test('findUnsafeKeys finds `__proto__` keys at any depth and ignores `__proto__` values', () => {
  const value: unknown = JSON.parse(
    '{"a": [{"__proto__": {"x": 1}}], "__proto__": 1, "b": "__proto__", "c": null}',
  )

  expect(findUnsafeKeys(value).toSorted((a, b) => a.length - b.length)).toEqual([
    ['__proto__'],
    ['a', '0', '__proto__'],
  ])
  expect(findUnsafeKeys(['__proto__'])).toEqual([])
})
