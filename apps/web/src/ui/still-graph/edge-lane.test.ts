import { Position } from '@xyflow/react'
import { expect, test } from 'vitest'
import { findEdgeLane } from './edge-lane.ts'
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
