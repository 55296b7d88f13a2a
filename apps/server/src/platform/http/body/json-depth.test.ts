import { expect, test } from 'vitest'
import { isDeeperThan } from './json-depth.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('isDeeperThan allows nesting up to the limit', () => {
  expect(isDeeperThan(nested(5), 5)).toBe(false)
  expect(isDeeperThan(nested(6), 5)).toBe(true)
})

test('isDeeperThan counts objects and arrays alike', () => {
  expect(isDeeperThan('{"a":[{"b":[1]}]}', 3)).toBe(true)
})

test('isDeeperThan does not count siblings', () => {
  expect(isDeeperThan('[[],[],[],{}]', 2)).toBe(false)
})

test('isDeeperThan ignores brackets inside strings, escaped quotes included', () => {
  expect(isDeeperThan(String.raw`["[[[[", "\"[[[[", "\\"]`, 1)).toBe(false)
})

test('isDeeperThan reads a million open brackets without a stack overflow', () => {
  expect(isDeeperThan('['.repeat(1_000_000), 100)).toBe(true)
})
