import { expect, test } from 'vitest'
import { alignCards } from './align.ts'

const cards = [
  { id: 'a', x: 0, y: 0, width: 200, height: 60 },
  { id: 'b', x: 500, y: 40, width: 200, height: 100 },
  { id: 'c', x: 240, y: 200, width: 100, height: 60 },
]

test.each([
  ['left', { a: [0, 0], b: [0, 40], c: [0, 200] }],
  ['centre', { a: [250, 0], b: [250, 40], c: [300, 200] }],
  ['right', { a: [500, 0], b: [500, 40], c: [600, 200] }],
  ['top', { a: [0, 0], b: [500, 0], c: [240, 0] }],
  ['middle', { a: [0, 100], b: [500, 80], c: [240, 100] }],
  ['bottom', { a: [0, 200], b: [500, 160], c: [240, 200] }],
  ['spread-across', { a: [0, 0], c: [300, 200], b: [500, 40] }],
  ['spread-down', { a: [0, 0], b: [500, 80], c: [240, 200] }],
] as const)('%s', (alignment, positions) => {
  expect(Object.fromEntries(alignCards(cards, alignment))).toEqual(positions)
})

test('a single card is not moved', () => {
  expect(alignCards(cards.slice(0, 1), 'left')).toEqual([])
})
