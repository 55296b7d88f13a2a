import { expect, test } from 'vitest'
import { mostChanges } from './most-changes.ts'

test('what two versions differ by is at most what those between changed', () => {
  const version = (number: number, added: number) => ({
    version: number,
    added,
    changed: 1,
    removed: 0,
  })
  const versions = [version(3, 5), version(2, 0), version(1, 800_000)]

  expect(mostChanges(versions, 1, 3)).toBe(7)
  expect(mostChanges(versions, 0, 3)).toBe(800_008)
})
