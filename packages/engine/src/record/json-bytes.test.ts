import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { jsonBytes } from './json-bytes.ts'

const values: Json[] = [
  null,
  true,
  -1.5e300,
  'Zürich "quoted"\n🙂',
  [],
  {},
  [1, 'two', null, [3]],
  { a: { ключ: ['x', { y: false }] }, b: '\u0000\ud800' },
  { text: 'é'.repeat(20_000), more: 'é'.repeat(20_000) },
  'plain ~!#[]'.repeat(2_000),
  'back\\slash'.repeat(2_000),
  '"quote'.repeat(2_000),
]

test.each(values.map((value) => ({ value, json: JSON.stringify(value) })))(
  'counts the bytes of $json',
  ({ value, json }) => {
    expect(jsonBytes(value)).toBe(Buffer.byteLength(json))
  },
)
