import { expect, test } from 'vitest'
import { laneRows, highlightLanes } from './lanes.ts'

const link = (id: string, parentId: string | null = null) => ({ id, parentId })

test('draws a single branch as one line', () => {
  const { rows, width } = laneRows([link('c', 'b'), link('b', 'a'), link('a')])

  expect(width).toBe(1)
  expect(rows).toEqual([
    { lane: 0, joining: [], passing: [], continues: true },
    { lane: 0, joining: [0], passing: [], continues: true },
    { lane: 0, joining: [0], passing: [], continues: false },
  ])
})

test('draws branches side by side until they join at their common parent', () => {
  const { rows, width } = laneRows([link('d', 'b'), link('c', 'a'), link('b', 'a'), link('a')])

  expect(width).toBe(2)
  expect(rows[1]).toEqual({ lane: 1, joining: [], passing: [0], continues: true })
  expect(rows[2]).toEqual({ lane: 0, joining: [0], passing: [1], continues: true })
  expect(rows[3]).toEqual({ lane: 0, joining: [0, 1], passing: [], continues: false })
})

test('reuses a lane after its branch has ended', () => {
  const { width } = laneRows([
    link('e', 'd'),
    link('f', 'd'),
    link('d', 'b'),
    link('c', 'b'),
    link('b'),
  ])

  expect(width).toBe(2)
})

test('highlights a line from dot to dot across other rows', () => {
  const { rows } = laneRows([link('d', 'b'), link('c', 'a'), link('b', 'a'), link('a')])
  const line = ['c', 'a']

  expect(highlightLanes(rows, (row) => line.includes('dcba'[row] ?? ''))).toEqual([
    undefined,
    undefined,
    1,
    1,
  ])
})

test('draws no line to checkpoints older than the oldest row', () => {
  expect(laneRows([link('b', 'a')]).rows).toEqual([
    { lane: 0, joining: [], passing: [], continues: false },
  ])
})
