import { expect, test } from 'vitest'
import { countOverflow, copyTexts, tileTexts, pastedTexts } from './clipboard.ts'

/** jsdom has no clipboard data. */
function clipboard(initialData: Record<string, string> = {}) {
  const data = new Map(Object.entries(initialData))
  return {
    getData: (type: string) => data.get(type) ?? '',
    setData: (type: string, text: string) => void data.set(type, text),
  }
}

test('copied cells paste into a spreadsheet as a table and paste back unchanged', () => {
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

test('copies a single cell as plain text', () => {
  const data = clipboard()
  copyTexts(data, [['Said "so"\nand went']])

  expect(data.getData('text/plain')).toBe('Said "so"\nand went')
  expect(pastedTexts(data)).toEqual([['Said "so"\nand went']])
})

test('pastes lines as a column if they came from a table, otherwise as one text', () => {
  const plain = 'One\r\nTwo\r\n'

  expect(pastedTexts(clipboard({ 'text/plain': plain }))).toEqual([['One\nTwo\n']])
  expect(
    pastedTexts(clipboard({ 'text/plain': plain, 'text/html': '<table><tr><td>One' })),
  ).toEqual([['One'], ['Two']])
})

test.each(['{"a": 1}', '[[1, {"x": 2}]]', '[["a"], null]', 'not JSON'])(
  'falls back to plain text for invalid cell data from another page: %s',
  (text) => {
    const data = clipboard({ 'application/x-lathe-cells+json': text, 'text/plain': 'So' })

    expect(pastedTexts(data)).toEqual([['So']])
  },
)

test('fills all cells of a range with a single pasted text', () => {
  expect(tileTexts([['x']], { height: 2, width: 2 })).toEqual([
    ['x', 'x'],
    ['x', 'x'],
  ])
  expect(tileTexts([['x', 'y']], { height: 2, width: 2 })).toEqual([['x', 'y']])
})

test('counts non-empty pasted rows and columns outside the grid', () => {
  const texts = [['a', 'b', 'c', ''], ['d'], ['']]

  expect(countOverflow(texts, { rows: 1, columns: 1 })).toBe('2 columns and 1 row')
  expect(countOverflow(texts, { rows: 2, columns: 3 })).toBeUndefined()
})
