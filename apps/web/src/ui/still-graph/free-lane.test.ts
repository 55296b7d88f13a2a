import { expect, test } from 'vitest'
import { findFreeLane } from './free-lane.ts'

const card = (x: number, y: number, height = 60) => ({ x, y, width: 200, height })
const row = [card(0, 0), card(300, 0, 120), card(600, 0)]

test('routes a loop edge along the nearer side of its row', () => {
  const high = [
    { x: 800, y: 18 },
    { x: 0, y: 18 },
  ] as const
  const low = [
    { x: 800, y: 110 },
    { x: 0, y: 18 },
  ] as const

  expect(findFreeLane(row, ...high)).toBe(-24)
  expect(findFreeLane(row, ...low)).toBe(144)
  expect(findFreeLane([...row, card(300, -80)], ...high)).toBe(-104)
})

test('routes a loop edge between two rows with enough space', () => {
  const below = [card(300, 180), card(600, 180)]

  expect(findFreeLane([...row, ...below], { x: 800, y: 198 }, { x: 0, y: 18 })).toBe(144)
})

test('ignores cards outside the horizontal range of the edge', () => {
  expect(findFreeLane([card(0, 0), card(900, -60)], { x: 200, y: 18 }, { x: 0, y: 18 })).toBe(-24)
})

test('routes an error edge below its source even if the other side is nearer', () => {
  const between = { x: 300, y: 0, width: 200, height: 60 }

  expect(findFreeLane([between], { x: 100, y: 20 }, { x: 600, y: 20 }, 36)).toBe(84)
  expect(findFreeLane([], { x: 100, y: 60 }, { x: 600, y: 20 }, 76)).toBe(76)
})
