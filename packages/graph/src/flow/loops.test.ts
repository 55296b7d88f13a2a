import { expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { findLoops } from './loops.ts'

const nodes = { a: set({}), b: set({}), c: set({}), d: set({}) }

test('findLoops returns each loop with its edges and whether all its cycles are limited', () => {
  const document = graph({
    nodes,
    edges: [
      'start > a',
      'a > b',
      { from: 'b', to: 'a', max: 2 },
      'b > c',
      'c > d',
      'd > c',
      'd > end',
    ],
  })

  expect(findLoops(document)).toEqual([
    { nodes: ['c', 'd'], edges: [4, 5], isBounded: false },
    { nodes: ['a', 'b'], edges: [1, 2], isBounded: true },
  ])
})

test('findLoops reports a self-loop but not a sequence', () => {
  expect(findLoops(graph({ nodes, edges: ['a > a', 'a > b', 'b > c'] }))).toEqual([
    { nodes: ['a'], edges: [0], isBounded: false },
  ])
})

test('a limit on one of two cycles does not bound the loop', () => {
  const document = graph({
    nodes,
    edges: ['a > b', { from: 'b', to: 'a', max: 1 }, 'b > c', 'c > a'],
  })

  expect(findLoops(document)).toMatchObject([{ nodes: ['a', 'b', 'c'], isBounded: false }])
})
