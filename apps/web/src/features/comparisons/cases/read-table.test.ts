import { describe, expect, test } from 'vitest'
import { row } from '../testing.ts'
import { guessMapping, mapTable } from './map-table.ts'
import { readTable } from './read-table.ts'

describe('a table', () => {
  test('is read from CSV with quotes, commas and a byte order mark', () => {
    const table = readTable('\uFEFFq,expected\r\n"What, is ""fog""?",water\r\n')

    expect(table).toEqual({
      columns: ['q', 'expected'],
      rows: [{ q: 'What, is "fog"?', expected: 'water' }],
      problems: [],
    })
  })

  test('with ragged rows says which, and keeps what can be read', () => {
    const { rows, problems } = readTable('q,expected\nOne,1,extra\nTwo\n')

    expect(rows).toEqual([{ q: 'One', expected: '1' }, { q: 'Two' }])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^Row 1: /)
  })

  test('is read from JSON Lines and from a list, naming what is no object', () => {
    expect(readTable('{"q":"One"}\nnonsense\n{"q":["Two"]}')).toMatchObject({
      rows: [{ q: 'One' }, { q: ['Two'] }],
      problems: ['Line 2: not a JSON object'],
    })
    expect(readTable('[{"q":"One"}, 3]').problems).toEqual(['Item 2: not a JSON object'])
  })
})

describe('the mapping', () => {
  test('is guessed from the names, and the one left from what is left', () => {
    expect(guessMapping(['Question', 'answer'], ['question'])).toEqual({
      Question: 'input.question',
      answer: 'reference',
    })
    expect(guessMapping(['q', 'expected'], ['question'])).toEqual({
      q: 'input.question',
      expected: 'reference',
    })
  })

  test('makes cases with keys that nobody has', () => {
    const rows = [
      { q: 'One', expected: '', id: 7 },
      { q: 'Two', expected: 'x', id: 8 },
    ]
    const mapping = { q: 'input.question', expected: 'reference', id: 'name' } as const

    const cases = mapTable({ rows }, mapping, [row('c2')])

    expect(cases).toEqual([
      { key: 'c3', name: '7', input: { question: 'One' }, reference: null },
      { key: 'c4', name: '8', input: { question: 'Two' }, reference: 'x' },
    ])
  })
})
