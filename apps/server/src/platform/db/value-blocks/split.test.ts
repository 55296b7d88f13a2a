import { expect, test } from 'vitest'
import { splitIntoBlocks } from './split.ts'

/** Bytes of a fixed pseudo-random sequence. */
function bytesOf(length: number, seed = 1): Uint8Array {
  let state = seed
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 16
  })
}

const namesOf = (bytes: Uint8Array) =>
  splitIntoBlocks(bytes).map((block) => Buffer.from(block).toString('base64'))

test.each([0, 1, 4_095, 4_096, 70_000, 300_000])(
  '%i bytes are joined from their blocks',
  (size) => {
    const bytes = bytesOf(size)

    const blocks = splitIntoBlocks(bytes)

    expect(Buffer.concat(blocks).equals(bytes)).toBe(true)
    expect(blocks.slice(0, -1).every(({ length }) => length >= 4_096)).toBe(true)
    expect(blocks.every(({ length }) => length <= 64 * 1_024 + 3)).toBe(true)
  },
)

test('an insertion changes only the blocks around it', () => {
  const bytes = bytesOf(400_000)
  const changed = Buffer.concat([
    bytes.subarray(0, 200_000),
    Buffer.from('new'),
    bytes.subarray(200_000),
  ])

  const before = new Set(namesOf(bytes))
  const after = namesOf(changed)

  expect(after.length).toBeGreaterThan(10)
  expect(after.filter((name) => !before.has(name)).length).toBeLessThanOrEqual(2)
})

test('bytes without a boundary split into equal blocks', () => {
  expect(new Set(namesOf(new Uint8Array(640_000).fill(120))).size).toBeLessThanOrEqual(2)
})

test('a text is never split within a character', () => {
  const text = '日本語 Zürich 🙂 '.repeat(20_000)

  const blocks = splitIntoBlocks(Buffer.from(text))

  const decoder = new TextDecoder('utf-8', { fatal: true })
  expect(blocks.length).toBeGreaterThan(5)
  expect(blocks.map((block) => decoder.decode(block)).join('')).toBe(text)
})
