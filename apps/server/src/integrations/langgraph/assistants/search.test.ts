import { expect, test } from 'vitest'
import { hasAll } from './search.ts'

test('metadata lists match regardless of key order', () => {
  const given = { owners: [{ name: 'Ada', team: 'a' }] }

  expect(hasAll(given, { owners: [{ team: 'a', name: 'Ada' }] })).toBe(true)
  expect(hasAll(given, { owners: [{ team: 'b', name: 'Ada' }] })).toBe(false)
})
