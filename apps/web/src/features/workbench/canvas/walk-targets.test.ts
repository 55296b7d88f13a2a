import { expect, test } from 'vitest'
import { graph } from '../testing.ts'
import { nextEdge, stepFromEdge } from './walk-targets.ts'

const code = { kind: 'code' as const, code: 'return {}', writes: [] }
const document = graph({
  nodes: { a: code, b: code },
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'a', when: 'error', to: 'end' },
    { from: 'b', to: 'a' },
  ],
})

test("w cycles through a node's edges, outgoing ones first", () => {
  const targets = [undefined, 1, 2, 0, 3].map((index) => nextEdge(document, 'a', index))

  expect(targets).toEqual([1, 2, 0, 3, 1])
})

test('an edge leads to its ends, and up and down to its neighbours', () => {
  expect(stepFromEdge(document, 1, 'left')).toEqual({ node: 'a' })
  expect(stepFromEdge(document, 1, 'right')).toEqual({ node: 'b' })
  expect(stepFromEdge(document, 1, 'down')).toEqual({ edge: 2 })
  expect(stepFromEdge(document, 1, 'up')).toEqual({ edge: 3 })
})

test('a node without edges has no next edge', () => {
  expect(nextEdge(graph({ nodes: { alone: code }, edges: [] }), 'alone', undefined)).toBeUndefined()
})
