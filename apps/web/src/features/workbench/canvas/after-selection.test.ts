import { expect, test } from 'vitest'
import { selectEdge, selectNode } from '../store/selection.ts'
import { graph } from '../testing.ts'
import { afterSelection } from './after-selection.ts'

const code = { kind: 'code' as const, code: 'return {}', writes: [] }
const document = graph({
  nodes: { a: code, b: code, c: code },
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'a', when: 'error', to: 'end' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'b' },
  ],
})

test.each([
  ['a node nothing leaves: after it', selectNode('b'), { from: { node: 'b', port: null } }],
  ['a node one way leaves: into that way', selectNode('a'), { into: 1 }],
  ['a node several ways leave: beside it', selectNode('c'), {}],
  ['an edge: into it', selectEdge('a:>b'), { into: 1 }],
  ['several things: nowhere in particular', { nodes: ['a', 'b'], edges: [] }, {}],
])('%s', (_name, selection, place) => {
  expect(afterSelection(document, selection)).toEqual(place)
})
