import { expect, test } from 'vitest'
import { decode, decodePieces } from './decode.ts'

const MiB = 1024 * 1024

test.each([
  ['utf-8', (text: string) => Buffer.from(text)],
  ['utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
])('decodes a long %s text equally in chunks, at any boundary', (name, encoded) => {
  // A chunk ends inside a character in one case and inside a line break in the other.
  const line = '€1\r\n'
  const lines = Math.ceil((3 * MiB) / Buffer.byteLength(line))

  const { encoding, pieces } = decodePieces(encoded(line.repeat(lines)))
  const parts = [...pieces()]

  expect(encoding).toBe(name)
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.join('')).toBe('€1\n'.repeat(lines))
})

test('restarts chunks on each read and throws for text that turns out binary', () => {
  const { pieces } = decodePieces(Buffer.from('one\r'))

  expect([...pieces()].join('')).toBe('one\r')
  expect([...pieces()].join('')).toBe('one\r')
  expect(decode(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' })
})
