import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { addedText, selectNewCases } from './dataset-cases.tsx'

const example = (id: number, question: string) => ({
  name: '',
  input: { question },
  reference: null,
  example: { dataset: uuid(9), id: uuid(id), version: 2 },
})

test('counts examples that are already cases, and changed examples', () => {
  const cases = [
    { key: 'c1', ...example(1, 'Tides?') },
    { key: 'c2', ...example(2, 'Fog?') },
  ]

  const there = [
    example(1, 'Tides?'),
    example(2, 'Why fog?'),
    example(3, 'Ice?'),
    example(4, 'Snow?'),
  ]
  const added = selectNewCases({ cases: there, total: 4 }, cases, 1)

  expect(added).toMatchObject({ existing: 2, changed: 1, overLimit: 1 })
  expect(addedText(added)).toBe(
    '1 case added, 2 already added, 1 of them outdated. Remove those to add the current ones, 1 over the limit',
  )
  expect(addedText(selectNewCases({ cases: [example(3, 'Ice?')], total: 1 }, cases, 5))).toBe(
    '1 case added',
  )
})

test('counts examples that were not loaded as over the limit', () => {
  const added = selectNewCases({ cases: [example(1, 'Tides?')], total: 9_001 }, [], 1)

  expect(addedText(added)).toBe('1 case added, 9,000 over the limit')
})
