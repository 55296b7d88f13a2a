import { describe, expect, test } from 'vitest'
import { row } from '../testing.ts'
import { guessMapping, importedText, importTable, importLabel } from './map-table.ts'
import { readTable } from './read-file.ts'

describe('readTable', () => {
  test('readTable reads CSV with quotes, commas and a byte order mark', () => {
    const table = readTable('\uFEFFq,expected\r\n"What, is ""fog""?",water\r\n')

    expect(table).toEqual({
      columns: ['q', 'expected'],
      rows: [{ q: 'What, is "fog"?', expected: 'water' }],
      problems: [],
    })
  })

  test('readTable reports ragged rows and keeps their readable cells', () => {
    const { rows, problems } = readTable('q,expected\nOne,1,extra\nTwo\n')

    expect(rows).toEqual([{ q: 'One', expected: '1' }, { q: 'Two' }])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatch(/^Row 1: /)
  })

  test('readTable skips a row whose unquoted data URL is split into columns', () => {
    const url = 'data:image/png;base64,AAAA'
    const read = readTable(`photo,note\n${url}\n${url},What?\n"${url}",What?\n`)

    expect(read.rows).toEqual([{ photo: url, note: 'What?' }])
    expect(read.problems).toEqual([
      expect.stringMatching(/^Row 1 skipped: a data URL is split into columns at its comma/),
      expect.stringMatching(/^Row 2 skipped: /),
    ])
  })

  test('readTable reads JSON Lines and arrays and reports items that are not objects', () => {
    expect(readTable('{"q":"One"}\nnonsense\n{"q":["Two"]}')).toMatchObject({
      rows: [{ q: 'One' }, { q: ['Two'] }],
      problems: ['Line 2: not a JSON object'],
    })
    expect(readTable('[{"q":"One"}, 3]').problems).toEqual(['Item 2: not a JSON object'])
  })
})

describe('column mapping', () => {
  test('guessMapping maps columns by name, then by elimination', () => {
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

  test('guessMapping treats unknown columns as inputs if there are no variables', () => {
    expect(guessMapping(['ticket', 'category', 'id'], [])).toEqual({
      ticket: 'input.ticket',
      category: 'reference',
      id: 'name',
    })
  })

  test('takeTable gives new cases unused keys', () => {
    const rows = [
      { q: 'One', expected: '', id: 7 },
      { q: 'Two', expected: 'x', id: 8 },
    ]
    const mapping = { q: 'input.question', expected: 'reference', id: 'name' } as const

    const { cases } = importTable({ rows }, mapping, [row('c2')], 10)

    expect(cases.slice(1)).toMatchObject([
      { name: '7', input: { question: 'One' }, reference: null },
      { name: '8', input: { question: 'Two' }, reference: 'x' },
    ])
    expect(new Set(cases.map(({ key }) => key)).size).toBe(3)
  })

  test('takeTable adds references to existing cases instead of adding them again', () => {
    const mapping = { q: 'input.q', a: 'reference' } as const
    const readCase = (reference: string | null) => ({
      ...row('c1'),
      input: { q: 'One' },
      reference,
    })
    const take = (reference: string | null, answer: string, most = 10) =>
      importTable({ rows: [{ q: 'One', a: answer }] }, mapping, [readCase(reference)], most)

    const completed = take(null, '1')

    expect(completed).toMatchObject({ cases: [{ key: 'c1', reference: '1' }], added: 0 })
    expect(importLabel(completed)).toBe('Complete 1 case')
    expect(take('1', '1')).toMatchObject({ added: 0, completed: 0, existing: 1 })
    expect(importedText({ ...take('1', '1'), added: 2 })).toBe('2 cases added, 1 already added')
    const other = take('1', '2')
    expect(other.cases).toMatchObject([{ reference: '1' }, { reference: '2' }])
    expect(importedText(other)).toBe('1 case added')
    expect(take('1', '2', 1)).toMatchObject({ added: 0, overLimit: 1 })
  })

  test('takeTable matches several cases with the same input once each', () => {
    const mapping = { q: 'input.q', a: 'reference', id: 'name' } as const
    const readCase = (key: string, reference: string | null) => ({
      ...row(key),
      name: '',
      input: { q: 'One' },
      reference,
    })
    const both = [readCase('c1', '1'), readCase('c2', '2')]
    const rows = [
      { q: 'One', a: '1' },
      { q: 'One', a: '2' },
    ]
    const parts = [
      { q: 'One', id: 'first' },
      { q: 'One', a: '1' },
    ]

    expect(importTable({ rows }, mapping, both, 10)).toMatchObject({ added: 0, existing: 2 })
    expect(importTable({ rows: parts }, mapping, [readCase('c1', null)], 10)).toMatchObject({
      cases: [{ name: 'first', reference: '1' }],
      completed: 1,
    })
  })
})
