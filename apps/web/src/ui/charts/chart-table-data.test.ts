import { expect, test } from 'vitest'
import { toCsv } from './chart-table-data.ts'

test('quotes cells and neutralizes formulas', () => {
  const csv = toCsv({
    columns: ['run', 'tokens'],
    rows: [
      { key: 'a', cells: [], raw: ['Where is "my order", please?', 1200] },
      { key: 'b', cells: [], raw: ['=HYPERLINK("http://x")', -5] },
      { key: 'c', cells: ['—'], raw: ['+1', null] },
      { key: 'd', cells: [], raw: [' @cmd', 1] },
      { key: 'e', cells: [], raw: ['＝1+1', 1] },
    ],
  })

  expect(csv.split('\r\n')).toEqual([
    'run,tokens',
    '"Where is ""my order"", please?",1200',
    `"'=HYPERLINK(""http://x"")",-5`,
    "'+1,",
    "' @cmd,1",
    "'＝1+1,1",
  ])
})
