import { Position } from '@xyflow/react'
import { expect, test } from 'vitest'
import { findEdgeLane, findFreeLane } from './edge-lane.ts'
import { edgePath } from './edge-path.ts'

const between = { x: 300, y: 0, width: 200, height: 60 }
const right = { sourcePosition: Position.Right, targetPosition: Position.Left }
const ahead = { sourceX: 200, sourceY: 20, targetX: 600, targetY: 20, ...right }
const failure = { ...ahead, sourceY: 60, sourcePosition: Position.Bottom }
const back = { ...ahead, sourceX: 800, targetX: 100 }

test('returns no lane for a forward edge', () => {
  expect(findEdgeLane(() => [between], ahead)).toBeUndefined()
})

test('gives an error edge and a loop edge around the same card different lanes', () => {
  const ways = [failure, { ...back, sourceY: 60 }].map((ends) =>
    findEdgeLane(() => [between], ends),
  )

  expect(ways).toEqual([98, 84])
})

test('routes an error edge down, under the cards and up to its target', () => {
  const [path, , labelY] = edgePath(failure, 98)

  expect(path).toMatch(/^M 200 60 L 200 88 .* L 600 20$/)
  expect(labelY).toBe(98)
})

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
