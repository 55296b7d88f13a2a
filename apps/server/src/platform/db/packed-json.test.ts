import { expect, test } from 'vitest'
import { pack, unpack } from './packed-json.ts'

test.each([
  ['small', { a: [1, null, 'é'] }],
  ['just compressed', { text: 'repeated '.repeat(130) }],
  ['just not small', { text: 'é'.repeat(2_042) }],
  ['middle', { text: 'repeated '.repeat(1_000) }],
  ['large', Array.from({ length: 50_000 }, (_, i) => i)],
])('unpacks the packed value: %s', async (_size, value) => {
  expect(unpack(await pack(value))).toEqual(value)
})

test('is much smaller than repetitive JSON', async () => {
  const value = { text: 'repeated '.repeat(1_000) }

  expect((await pack(value)).length).toBeLessThan(JSON.stringify(value).length / 20)
})

test('rejects bytes in an unknown format', () => {
  expect(() => unpack(new Uint8Array([9, 1, 2]))).toThrow('unknown method')
})
