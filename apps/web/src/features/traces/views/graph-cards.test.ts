import { END, ZERO_USAGE, START } from '@lathe/contract'
import type { Topology, TopologyNode } from '@lathe/traces'
import { expect, test } from 'vitest'
import { inferredGraph, readMeasure, formatMeasure } from './graph-cards.ts'

const node = (id: string): TopologyNode => ({
  id,
  name: id,
  kind: 'chain',
  count: 1,
  errors: 0,
  running: 0,
  waiting: 0,
  total: 5_000,
  usage: ZERO_USAGE,
  spanIds: [],
  cost: 0,
  pricedCost: 0,
  unpriced: 0,
})

const createTopology = (...edges: [string, string][]): Topology => ({
  nodes: new Map(['plan', 'tools'].map((id) => [id, node(id)])),
  edges: edges.map(([from, to]) => ({ from, to, count: 1 })),
})

const findPosition = (topology: Topology, id: string) =>
  inferredGraph(topology, 'time').cards.find((card) => card.id === id)?.position

test('places the end so that no edge to it passes behind another card', () => {
  const loop = createTopology([START, 'plan'], ['plan', 'tools'], ['tools', 'plan'], ['plan', END])
  const [tools, end] = [findPosition(loop, 'tools'), findPosition(loop, END)]
  expect(tools?.y).toBe(0)
  expect(end?.y).toBeLessThan(-100)
  expect(end?.x).toBe(tools?.x)

  const line = createTopology([START, 'plan'], ['plan', 'tools'], ['tools', END])
  expect(findPosition(line, END)?.y).toBe(0)
})

const spending = { total: 5_000, usage: { ...ZERO_USAGE, input: 90, output: 10 } }

test('a partially known cost is marked and colored by its known part', () => {
  const partlyPriced = { ...spending, cost: null, pricedCost: 250_000_000, unpriced: 1 }

  expect(formatMeasure(partlyPriced, 'cost')).toBe('$0.25 + ?')
  expect(readMeasure(partlyPriced, 'cost')).toBe(250_000_000)
})

test('an unknown cost is not shown as zero', () => {
  expect(formatMeasure({ ...spending, cost: null, pricedCost: 0, unpriced: 1 }, 'cost')).toBe('—')
})
