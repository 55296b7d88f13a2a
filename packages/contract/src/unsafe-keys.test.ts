import { expect, test } from 'vitest'
import { unsafeKeys } from './unsafe-keys.ts'

test('finds a key `__proto__` at any depth, and no text that says so', () => {
  const value: unknown = JSON.parse(
    '{"a": [{"__proto__": {"x": 1}}], "__proto__": 1, "b": "__proto__", "c": null}',
  )

  expect(unsafeKeys(value).toSorted((a, b) => a.length - b.length)).toEqual([
    ['__proto__'],
    ['a', '0', '__proto__'],
  ])
  expect(unsafeKeys(['__proto__'])).toEqual([])
})
