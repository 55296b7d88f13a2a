import { expect, test } from 'vitest'
import { cell, passed, planOf } from '../testing.ts'
import { exportRows, toFile } from './export-rows.ts'

const rows = exportRows(planOf(), [
  cell('a.one', { output: { answer: '=HYPERLINK("http://x")' }, evaluations: { k: passed } }),
  cell('b.one', { output: { answer: 'A | B\nC' }, cost: null }),
])

test('CSV does not let a spreadsheet take an answer for a formula', () => {
  const [, first = ''] = toFile(rows, 'csv').split('\r\n')

  expect(first).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(first).toContain('passed')
})

test('JSON Lines keep the input as it is and an unknown cost unknown', () => {
  const lines = toFile(rows, 'jsonl').trim().split('\n')

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { variant: 'A', case: 'one', input: { question: 'Tides?' }, costDollars: 0.000001 },
    { variant: 'B', costDollars: null },
  ])
})

test('Markdown keeps its columns whatever an answer holds', () => {
  const lines = toFile(rows, 'md').trim().split('\n')

  expect(lines).toHaveLength(4)
  expect(lines.at(-1)).toContain(String.raw`A \| B<br>C`)
})
