import { version } from 'uuid'
import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('ids are unique ascending UUIDs of version 7', () => {
  const ids = Array.from({ length: 2_000 }, newId)

  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids.map(version))).toEqual(new Set([7]))
})

test('ids contain the time of their creation', () => {
  const before = Date.now()

  const id = newId()

  const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  expect(at).toBeGreaterThanOrEqual(before)
  expect(at).toBeLessThanOrEqual(Date.now())
})
