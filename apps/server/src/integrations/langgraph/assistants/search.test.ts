import { expect, test } from 'vitest'
import { hasAll } from './search.ts'

test('metadata lists match regardless of key order', () => {
  const metadata = { owners: [{ name: 'Ada', team: 'a' }] }

  expect(hasAll(metadata, { owners: [{ team: 'a', name: 'Ada' }] })).toBe(true)
  expect(hasAll(metadata, { owners: [{ team: 'b', name: 'Ada' }] })).toBe(false)
})
