import { expect, test } from 'vitest'
import { beyond, copyTexts, laidOut, pastedTexts } from './clipboard.ts'

/** jsdom has no clipboard data. */
function clipboard(given: Record<string, string> = {}) {
  const held = new Map(Object.entries(given))
  return {
    getData: (type: string) => held.get(type) ?? '',
    setData: (type: string, text: string) => void held.set(type, text),
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
  (odd) => {
    const data = clipboard({ 'application/x-lathe-cells+json': odd, 'text/plain': 'So' })

    expect(pastedTexts(data)).toEqual([['So']])
  },
)

test('fills all cells of a range with a single pasted text', () => {
  expect(laidOut([['x']], { height: 2, width: 2 })).toEqual([
    ['x', 'x'],
    ['x', 'x'],
  ])
  expect(laidOut([['x', 'y']], { height: 2, width: 2 })).toEqual([['x', 'y']])
})

test('counts non-empty pasted rows and columns outside the grid', () => {
  const texts = [['a', 'b', 'c', ''], ['d'], ['']]

  expect(beyond(texts, { rows: 1, columns: 1 })).toBe('2 columns and 1 row')
  expect(beyond(texts, { rows: 2, columns: 3 })).toBeUndefined()
})
