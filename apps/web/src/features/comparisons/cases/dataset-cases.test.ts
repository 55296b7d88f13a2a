import { expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { addedText, freshCases } from './dataset-cases.tsx'

const found = (id: number, question: string) => ({
  name: '',
  input: { question },
  reference: null,
  example: { dataset: uuid(9), id: uuid(id), version: 2 },
})

test('examples that are cases already are told, and those that say something else by now', () => {
  const cases = [
    { key: 'c1', ...found(1, 'Tides?') },
    { key: 'c2', ...found(2, 'Fog?') },
  ]

  const there = [found(1, 'Tides?'), found(2, 'Why fog?'), found(3, 'Ice?'), found(4, 'Snow?')]
  const added = freshCases({ cases: there, total: 4 }, cases, 1)

  expect(added).toMatchObject({ there: 2, changed: 1, beyond: 1 })
  expect(addedText(added)).toBe(
    '1 case added, 2 there already, 1 of them not as the dataset has them now: remove those to add them anew, no room for 1 more',
  )
  expect(addedText(freshCases({ cases: [found(3, 'Ice?')], total: 1 }, cases, 5))).toBe(
    '1 case added',
  )
})

test('examples that were not even looked at have no room either', () => {
  const added = freshCases({ cases: [found(1, 'Tides?')], total: 9_001 }, [], 1)

  expect(addedText(added)).toBe('1 case added, no room for 9,000 more')
})
