import { expect, test } from 'vitest'
import { decode, decodePieces } from './decode.ts'

const MiB = 1024 * 1024

test.each([
  ['utf-8', (text: string) => Buffer.from(text)],
  ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('a long text in %s is the same in pieces, whatever stands where they meet', (name, encoded) => {
  // A piece ends within a letter of the one, and between the two of a line break of the other.
  const line = '€1\r\n'
  const lines = Math.ceil((3 * MiB) / Buffer.byteLength(line))

  const { encoding, pieces } = decodePieces(encoded(line.repeat(lines)))
  const parts = [...pieces()]

  expect(encoding).toBe(name)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.join('')).toBe('€1\n'.repeat(lines))
})

test('pieces are read from the beginning each time, and a text breaks off as what it is', () => {
  const { pieces } = decodePieces(Buffer.from('one\r'))

  expect([...pieces()].join('')).toBe('one\r')
  expect([...pieces()].join('')).toBe('one\r')
  expect(decode(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' })
})
