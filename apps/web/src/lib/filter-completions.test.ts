import { expect, test } from 'vitest'
import { filterCompletions } from './filter-completions.ts'

test('a value that says little itself is explained', () => {
  const values = [
    { value: 'shop', count: 1_200 },
    { value: '0190a000', label: 'deleted project 0190a000', count: 3 },
  ]

  const { notes } = filterCompletions({
    facets: [{ key: 'project', values }],
    counted: 1_203,
    isPartial: false,
  })

  expect(notes['project:shop']).toBe('1,200')
  expect(notes['project:0190a000']).toBe('deleted project 0190a000 · 3')
})
