import { expect, test } from 'vitest'
import { MAX_DEPTH, findTooDeepPath } from './json-depth.ts'

const nested = (depth: number): unknown => {
  let value: unknown = []
  for (let at = 1; at < depth; at += 1) value = { a: value }
  return value
}

test.each([1, MAX_DEPTH])('findTooDeepPath accepts %i levels', (depth) => {
  expect(findTooDeepPath(nested(depth))).toBeNull()
})

test('findTooDeepPath returns the path of a value that nests deeper', () => {
  const value = { title: 'x', state: nested(20_000) }

  expect(findTooDeepPath(value)?.slice(0, 3)).toEqual(['state', 'a', 'a'])
})

test('findTooDeepPath ends on a circular value', () => {
  const value: Record<string, unknown> = {}
  value['self'] = value

  expect(findTooDeepPath(value)).toHaveLength(MAX_DEPTH)
})
