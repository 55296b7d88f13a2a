import { expect, test } from 'vitest'
import { containsAll } from './search.ts'

test('metadata lists match regardless of key order', () => {
  const metadata = { owners: [{ name: 'Ada', team: 'a' }] }

  expect(containsAll(metadata, { owners: [{ team: 'a', name: 'Ada' }] })).toBe(true)
  expect(containsAll(metadata, { owners: [{ team: 'b', name: 'Ada' }] })).toBe(false)
})
