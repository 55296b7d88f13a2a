import { expect, test } from 'vitest'
import { type FileFormat, type FileRow, formatOf, readRows } from './read-rows.ts'

/** Reads a text in the given chunks. */
function readAll(format: FileFormat, pieces: Iterable<string>) {
  const rows: unknown[] = []
  const reading = readRows(format, pieces, 20)
  for (;;) {
    const next = reading.next()
    if (next.done) return { rows, ...next.value }
    rows.push(next.value)
  }
}

const UNCLOSED =
  'a quotation mark is never closed, so everything after it would belong to one field'

const texts: [FileFormat, string][] = [
  [
    'csv',
    'key,question,note\n1,"Why, ""so""?\nOn two lines","=1+1"\n\n2,Short\n , ,\n3,Where?,\'=2\n4,"Still open',
  ],
  ['jsonl', '{"a":"\\n1"}\n\n{"b":[2]}\nnone\n[3]\n{"a":4}'],
  ['json', '[{"a":1},\n{"b":{"__proto__":1}}, 3, {"c":"]"}]'],
  ['json', '[\n{"a":"\\\\\\"],["}, [{"b":2}],{"c" 3},, {"d":[4]}\n] '],
]

test.each(texts)('a %s text gives the same rows in any chunks', (format, text) => {
  const whole = readAll(format, [text])

  expect(formatOf(text)).toBe(format)
  for (let cut = text.indexOf('\n') + 1; cut <= text.length; cut += 1) {
    expect(readAll(format, [text.slice(0, cut), text.slice(cut)])).toEqual(whole)
    expect(readAll(format, [text.slice(0, cut), ...text.slice(cut).split('')])).toEqual(whole)
  }
})

test('CSV rows keep quoted content and report problems', () => {
  const [[, text] = ['csv', '']] = texts

  expect(readAll('csv', [text])).toEqual({
    rows: [
      { row: 1, values: { key: '1', question: 'Why, "so"?\nOn two lines', note: '=1+1' } },
      { row: 2, message: 'has 2 fields, and the header has 3' },
      { row: 3, values: { key: '3', question: 'Where?', note: '=2' } },
      { row: 4, message: UNCLOSED },
    ],
    columns: ['key', 'question', 'note'],
    notes: ['1 cell begins like a formula: kept as text, never run.'],
  })
})

test('explains a column mismatch caused by an unquoted data URL', () => {
  const url = 'data:image/png;base64,AAAA'
  const { rows } = readAll('csv', [`photo,note\n${url}\n${url},What?\n"${url}",What?\n`])

  const message = 'a data URL is split into columns at its comma: put it between quotation marks'
  expect(rows).toEqual([
    { row: 1, message },
    { row: 2, message },
    { row: 3, values: { photo: url, note: 'What?' } },
  ])
})

test('does not read rows after an unclosed quote as text', () => {
  const { rows } = readAll('csv', ['question,expected\nWhat?,So\nWhy?,"So\nWhere?,Here\n'])

  expect(rows).toEqual([
    { row: 1, values: { question: 'What?', expected: 'So' } },
    { row: 2, message: UNCLOSED },
  ])
})

test.each([
  ['[]', []],
  ['[{"a":1},]', ['is empty']],
  ['[{"a":1},{"b":"2', ['the list has no closing bracket']],
  ['[{"a":1}]\n{"b":2}', ['text follows the end of the list']],
])('reads a list up to its error: %s', (text, problems) => {
  const { rows } = readAll('json', [text])

  expect(rows).toMatchObject([
    ...(text === '[]' ? [] : [{ row: 1, values: { a: 1 } }]),
    ...problems.map((message) => ({ row: 2, message })),
  ])
})

test.each([
  '{\n  "rows": [\n    {"q":"1"}\n  ]\n}',
  '{"q":"1","expected":',
  '{ "q": 1,\n "expected": 2 }\n',
])('does not read a single object as JSON Lines: %s', (text) => {
  const { rows } = readAll(formatOf(text), [text])

  expect(formatOf(text)).toBe('json')
  expect(rows).toEqual([
    { row: 1, message: expect.stringContaining('write rows as a list, [{…}, {…}]') },
  ])
})

test('detects JSON Lines despite a broken or incomplete line', () => {
  expect(formatOf('{"q":\n{"q":2}')).toBe('jsonl')
  expect(formatOf('{"q":1}\nnonsense')).toBe('jsonl')
  expect(formatOf('{"q":"a long text', false)).toBe('jsonl')
})

test('reads rows lazily', () => {
  const asked: number[] = []
  function* pieces() {
    yield 'q\n'
    for (let piece = 1; ; piece += 1) {
      asked.push(piece)
      yield `${piece}\n`
    }
  }

  const [first, second] = readRows('csv', pieces(), 20) as Iterable<FileRow>

  expect([first?.values, second?.values]).toEqual([{ q: '1' }, { q: '2' }])
  expect(asked).toEqual([1, 2])
})

test('numbers duplicate columns and reports up to ten', () => {
  const { columns, notes } = readAll('csv', ['a,a (3),,a,a,a,,b\n1,2,3,4,5,6,7,8'])

  expect(columns).toEqual(['a', 'a (3)', 'column 3', 'a (2)', 'a (4)', 'a (5)', 'column 7', 'b'])
  expect(notes).toHaveLength(5)

  const wide = readAll('csv', [`${'a,'.repeat(3_999)}a\n`])
  expect(new Set(wide.columns).size).toBe(4_000)
  expect(wide.columns.at(-1)).toBe('a (4000)')
  expect(wide.notes).toHaveLength(11)
  expect(wide.notes.at(-1)).toBe('3989 more columns got names here.')
})

test('rejects a line with too many columns', () => {
  expect(readAll('csv', [`${'a,'.repeat(4_000)}a\n1,2`])).toEqual({
    rows: [{ row: 0, message: 'A table has at most 4000 columns, and its first line has 4001' }],
    columns: [],
    notes: [],
  })
})
