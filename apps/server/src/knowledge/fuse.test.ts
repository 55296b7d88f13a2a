import { expect, test } from 'vitest'
import { fuse } from './fuse.ts'

test('what leads both orders has the score 1', () => {
  expect(fuse([1, 2], [1, 3])[0]).toEqual({ seq: 1, score: 1, vector: 1, text: 1 })
})

test('the second of both comes before the first of one', () => {
  expect(fuse([1, 2], [3, 2]).map(({ seq }) => seq)[0]).toBe(2)
})

test('what only one order has keeps its place there', () => {
  const fused = fuse([7, 8], [])

  expect(fused.map(({ seq }) => seq)).toEqual([7, 8])
  expect(fused.every(({ text }) => text === null)).toBe(true)
  expect(fused[0]?.score).toBe(0.5)
})
