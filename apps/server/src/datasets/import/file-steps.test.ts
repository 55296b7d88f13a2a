import { v5, validate } from 'uuid'
import { expect, test } from 'vitest'
import { keyIds } from './file-steps.ts'

const DATASET = '01980000-0000-7000-8000-000000000001'
const OTHER = '01980000-0000-7000-8000-000000000002'

test('gives sequential keys neighbouring, distinct ids', () => {
  const idOf = keyIds(DATASET, true)
  const ids = Array.from({ length: 10_000 }, (_, at) => idOf(`case-${at}-en`))

  expect(ids.every((id) => validate(id))).toBe(true)
  expect(new Set(ids).size).toBe(10_000)
  expect(new Set(ids.map((id) => id.slice(0, 13))).size).toBe(10)
})

test('gives a key the same id within a dataset only', () => {
  const [first, again, other] = [DATASET, DATASET, OTHER].map((id) => keyIds(id, true)('Tides?'))

  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(keyIds(DATASET, true)('Fog?')).not.toBe(first)
})

test('keeps the id scheme a dataset started with', () => {
  expect(keyIds(DATASET, false)('Tides?')).toBe(v5('Tides?', DATASET))
})
