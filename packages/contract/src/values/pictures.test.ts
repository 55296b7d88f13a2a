import { expect, test } from 'vitest'
import { parseImageDataUrl, isImageDataUrl } from './pictures.ts'

const PNG = 'data:image/png;base64,'

test.each([
  ['AAAA', 'PNG', 3],
  ['AA==', 'PNG', 1],
  [`${'A'.repeat(76)}\r\nAAAA\n`, 'PNG', 60],
])('%j is a complete image', (letters, type, bytes) => {
  expect(parseImageDataUrl(PNG + letters)).toEqual({ type, bytes, isTruncated: false })
  expect(isImageDataUrl(PNG + letters)).toBe(true)
})

test.each([[''], ['AAA'], ['AAAAA'], ['AAAA…']])('%j is the start of an image', (letters) => {
  expect(parseImageDataUrl(PNG + letters)).toMatchObject({ type: 'PNG', isTruncated: true })
  expect(isImageDataUrl(PNG + letters)).toBe(false)
})

test.each([
  [`${PNG}AAAA, as it was drawn`],
  [`${PNG}AA==AAAA`],
  ['data:image/svg+xml;base64,AAAA'],
  ['https://elsewhere.example/a.png'],
  [''],
])('%j is not an image', (text) => {
  expect(parseImageDataUrl(text)).toBeUndefined()
})

test('parseImageDataUrl reads every character of a megabyte', () => {
  const letters = 'A'.repeat(1_000_000)

  expect(isImageDataUrl(PNG + letters)).toBe(true)
  expect(parseImageDataUrl(`${PNG}${letters}!`)).toBeUndefined()
})
