import { describe, expect, test } from 'vitest'
import { row } from '../testing.ts'
import { guessMapping, takenText, takeTable, takingText } from './map-table.ts'
import { readTable } from './read-file.ts'

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

  test('says why a data URL without quotation marks makes other columns, and leaves its row out', () => {
    const url = 'data:image/png;base64,AAAA'
    const read = readTable(`photo,note\n${url}\n${url},What?\n"${url}",What?\n`)

    expect(read.rows).toEqual([{ photo: url, note: 'What?' }])
    expect(read.problems).toEqual([
      expect.stringMatching(/^Row 1 is left out: a data URL is split into columns at its comma/),
      expect.stringMatching(/^Row 2 is left out: /),
    ])
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
    expect(guessMapping(['ticket', 'team'], ['ticket'])).toEqual({
      ticket: 'input.ticket',
      team: 'reference',
    })
    expect(guessMapping(['q', 'a'], ['question'])).toEqual({ q: 'input.question', a: 'reference' })
    expect(guessMapping(['q', 'a', 'source', 'note'], ['q'])).toMatchObject({ a: 'ignore' })
  })

  test('takes every column that is no answer for an input, where nothing says which are', () => {
    expect(guessMapping(['ticket', 'category', 'id'], [])).toEqual({
      ticket: 'input.ticket',
      category: 'reference',
      id: 'name',
    })
  })

  test('makes cases with keys that nobody has', () => {
    const rows = [
      { q: 'One', expected: '', id: 7 },
      { q: 'Two', expected: 'x', id: 8 },
    ]
    const mapping = { q: 'input.question', expected: 'reference', id: 'name' } as const

    const { cases } = takeTable({ rows }, mapping, [row('c2')], 10)

    expect(cases.slice(1)).toMatchObject([
      { name: '7', input: { question: 'One' }, reference: null },
      { name: '8', input: { question: 'Two' }, reference: 'x' },
    ])
    expect(new Set(cases.map(({ key }) => key)).size).toBe(3)
  })

  test('tells cases that are there what is expected, and adds none of them again', () => {
    const mapping = { q: 'input.q', a: 'reference' } as const
    const given = (reference: string | null) => ({ ...row('c1'), input: { q: 'One' }, reference })
    const take = (reference: string | null, answer: string, most = 10) =>
      takeTable({ rows: [{ q: 'One', a: answer }] }, mapping, [given(reference)], most)

    const completed = take(null, '1')

    expect(completed).toMatchObject({ cases: [{ key: 'c1', reference: '1' }], added: 0 })
    expect(takingText(completed)).toBe('Complete 1 case')
    expect(take('1', '1')).toMatchObject({ added: 0, completed: 0, there: 1 })
    expect(takenText({ ...take('1', '1'), added: 2 })).toBe('2 cases added, 1 there already')
    const other = take('1', '2')
    expect(other.cases).toMatchObject([{ reference: '1' }, { reference: '2' }])
    expect(takenText(other)).toBe('1 case added')
    expect(take('1', '2', 1)).toMatchObject({ added: 0, beyond: 1 })
  })

  test('finds each of several cases with one input, and completes none of them twice', () => {
    const mapping = { q: 'input.q', a: 'reference', id: 'name' } as const
    const given = (key: string, reference: string | null) => ({
      ...row(key),
      name: '',
      input: { q: 'One' },
      reference,
    })
    const both = [given('c1', '1'), given('c2', '2')]
    const rows = [
      { q: 'One', a: '1' },
      { q: 'One', a: '2' },
    ]
    const parts = [
      { q: 'One', id: 'first' },
      { q: 'One', a: '1' },
    ]

    expect(takeTable({ rows }, mapping, both, 10)).toMatchObject({ added: 0, there: 2 })
    expect(takeTable({ rows: parts }, mapping, [given('c1', null)], 10)).toMatchObject({
      cases: [{ name: 'first', reference: '1' }],
      completed: 1,
    })
  })
})
