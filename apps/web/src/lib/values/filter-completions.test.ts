import { expect, test } from 'vitest'
import { filterCompletions } from './filter-completions.ts'

test('explains values that are not self-explanatory', () => {
  const values = [
    { value: 'shop', count: 1_200 },
    { value: '0190a000', label: 'deleted project 0190a000', count: 3 },
  ]

  const { notes } = filterCompletions({
    facets: [{ key: 'project', values }],
    metadata: [],
    feedback: [],
    counted: 1_203,
    isPartial: false,
  })

  expect(notes['project:shop']).toBe('1,200')
  expect(notes['project:0190a000']).toBe('deleted project 0190a000 · 3')
})

test('suggests metadata keys before their values', () => {
  const { completions, notes } = filterCompletions({
    facets: [],
    metadata: [
      { key: 'customer', count: 5, values: [{ value: 'acme', count: 4 }] },
      { key: 'end user', count: 2, values: [{ value: 'Ann Lee', count: 2 }] },
    ],
    feedback: [],
    counted: 5,
    isPartial: false,
  })

  expect(completions.filter((one) => one.startsWith('metadata.'))).toEqual([
    'metadata.',
    'metadata.customer:',
    'metadata."end user":',
    'metadata.customer:acme',
    'metadata."end user":"Ann Lee"',
  ])
  expect(notes['metadata.customer:acme']).toBe('4')
})

test('suggests thumbs after `feedback.` in every workspace', () => {
  const { completions } = filterCompletions(undefined)

  expect(completions.filter((one) => one.startsWith('feedback.'))).toEqual([
    'feedback.',
    'feedback.thumbs:',
    'feedback.thumbs:1',
    'feedback.thumbs:0',
  ])
})

test('suggests feedback by its keys', () => {
  const { completions, notes } = filterCompletions({
    facets: [],
    metadata: [],
    feedback: [
      { key: 'thumbs', count: 1_400 },
      { key: 'answer quality', count: 12 },
    ],
    counted: 1_400,
    isPartial: false,
  })

  expect(completions).toContain('feedback."answer quality":')
  expect(notes['feedback."answer quality":']).toBe('12')
  expect(notes['feedback.thumbs:']).toBe('thumbs up or down')
})
