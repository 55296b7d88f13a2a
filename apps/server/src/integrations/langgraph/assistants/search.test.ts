import { expect, test } from 'vitest'
import { hasAll } from './search.ts'

test('lists in metadata are the same however the keys in them are ordered', () => {
  const given = { owners: [{ name: 'Ada', team: 'a' }] }

  expect(hasAll(given, { owners: [{ team: 'a', name: 'Ada' }] })).toBe(true)
  expect(hasAll(given, { owners: [{ team: 'b', name: 'Ada' }] })).toBe(false)
})
