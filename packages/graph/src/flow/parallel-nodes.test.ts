import type { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { findParallelPairs } from './parallel-nodes.ts'
import { buildTopology } from './topology.ts'

const pairs = (parts: Parameters<typeof graph>[0]) => {
  const document = graph(parts)
  return findParallelPairs(document, buildTopology(document)).map((pair) => pair.join(' '))
}
const nodes = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, set({})]))

test('branches of a fork run in parallel until they join', () => {
  expect(
    pairs({ nodes, edges: ['start > a', 'a > b', 'a > c', 'b > d', 'c > d', 'd > e'] }),
  ).toEqual(['b c'])
})

test('a longer branch runs in parallel with the successors of a shorter one', () => {
  expect(pairs({ nodes, edges: ['a > b', 'a > c', 'b > d', 'c > e', 'e > d'] })).toEqual([
    'b c',
    'd e',
  ])
})

test('copies run in parallel and join after one step', () => {
  expect(
    pairs({ nodes, edges: [{ from: 'a', to: 'b', each: { of: 'x', as: 'y' } }, 'b > c', 'c > d'] }),
  ).toEqual(['b b'])
})

test('different ports exclude each other, except in copies of a node', () => {
  const b: GraphNode = {
    kind: 'branch',
    decide: { by: 'rules', rules: [{ port: 'x', when: 'true' }] },
    else: 'y',
  }
  const branch = { ...nodes, b }

  expect(pairs({ nodes: branch, edges: ['a > b', 'b.x > c', 'b.y > d'] })).toEqual([])
  expect(
    pairs({
      nodes: branch,
      edges: [{ from: 'a', to: 'b', each: { of: 'x', as: 'y' } }, 'b.x > c', 'b.y > d'],
    }),
  ).toEqual(['b b', 'c d'])
})

test('an edge from a missing port is ignored', () => {
  expect(pairs({ nodes, edges: ['a.ghost > b', 'a > c', 'a > d', 'b > e'] })).toEqual(['c d'])
})

test('a deferred node waits until no other node runs', () => {
  const deferred = { ...nodes, d: { ...set({}), defer: true } }

  expect(pairs({ nodes: deferred, edges: ['a > b', 'a > c', 'b > d', 'c > e', 'e > d'] })).toEqual([
    'b c',
  ])
})
