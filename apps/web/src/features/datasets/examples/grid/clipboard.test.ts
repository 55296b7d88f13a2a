import { expect, test } from 'vitest'
import { beyond, copyTexts, laidOut, pastedTexts } from './clipboard.ts'

/** What jsdom has none of. */
function clipboard(given: Record<string, string> = {}) {
  const held = new Map(Object.entries(given))
  return {
    getData: (type: string) => held.get(type) ?? '',
    setData: (type: string, text: string) => void held.set(type, text),
  }
}

test('cells are copied as a table that a spreadsheet reads, and come back as they were', () => {
  const texts = [
    ['Why,\nand how?', '{"a": "b"}'],
    ['', 'So'],
  ]
  const data = clipboard()
  copyTexts(data, texts)

  expect(data.getData('text/plain')).toBe('"Why,\nand how?"\t"{""a"": ""b""}"\n\tSo')
  expect(pastedTexts(data)).toEqual(texts)
  expect(pastedTexts(clipboard({ 'text/plain': data.getData('text/plain') }))).toEqual(texts)
})

test('one cell is copied as its text alone', () => {
  const data = clipboard()
  copyTexts(data, [['Said "so"\nand went']])

  expect(data.getData('text/plain')).toBe('Said "so"\nand went')
  expect(pastedTexts(data)).toEqual([['Said "so"\nand went']])
})

test('lines are a column where they come out of a table, and one text elsewhere', () => {
  const plain = 'One\r\nTwo\r\n'

  expect(pastedTexts(clipboard({ 'text/plain': plain }))).toEqual([['One\nTwo\n']])
  expect(
    pastedTexts(clipboard({ 'text/plain': plain, 'text/html': '<table><tr><td>One' })),
  ).toEqual([['One'], ['Two']])
})

test.each(['{"a": 1}', '[[1, {"x": 2}]]', '[["a"], null]', 'not JSON'])(
  'cells that are none, as another page may copy them, are left for the text beside them: %s',
  (odd) => {
    const data = clipboard({ 'application/x-lathe-cells+json': odd, 'text/plain': 'So' })

    expect(pastedTexts(data)).toEqual([['So']])
  },
)

test('a single text goes into all cells of a range', () => {
  expect(laidOut([['x']], { height: 2, width: 2 })).toEqual([
    ['x', 'x'],
    ['x', 'x'],
  ])
  expect(laidOut([['x', 'y']], { height: 2, width: 2 })).toEqual([['x', 'y']])
})

test('what lies beyond the grid is counted, unless it is empty', () => {
  const texts = [['a', 'b', 'c', ''], ['d'], ['']]

  expect(beyond(texts, { rows: 1, columns: 1 })).toBe('2 columns and 1 row')
  expect(beyond(texts, { rows: 2, columns: 3 })).toBeUndefined()
})
