import type { GraphEdge } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { connect, connectProblem, disconnect, leadOnward, setEdge } from './edges.ts'

const document = graph({
  nodes: {
    a: set({}),
    pick: {
      kind: 'branch',
      decide: { by: 'rules', rules: [{ port: 'good', when: 'true' }] },
      else: 'bad',
    },
  },
  edges: ['start > a', 'a > pick'],
})

test.each([
  [{ from: 'end', to: 'a' }, 'The end cannot have outgoing edges'],
  [{ from: 'a', to: 'start' }, 'The start cannot have incoming edges'],
  [{ from: 'a', to: 'ghost' }, 'There is no node `ghost`'],
  [{ from: 'constructor', to: 'a' }, 'There is no node `constructor`'],
  [{ from: 'pick', to: 'end' }, 'Choose the port of `pick`: good, bad, error'],
  [{ from: 'pick', to: 'end', when: 'ugly' }, '`pick` has no port `ugly`'],
  [{ from: 'start', to: 'a' }, 'These nodes are already connected'],
  [{ from: 'a', to: 'end', each: { of: 'topic', as: 'x' } }, 'A fan-out must target a node'],
  [{ from: 'pick', to: 'a', when: 'good' }, null],
  [{ from: 'pick', to: 'pick', when: 'good' }, null],
  [{ from: 'a', to: 'a', max: 2 }, null],
  [{ from: 'pick', to: 'end', when: 'error' }, null],
])('connectProblem(%j) returns %s', (edge, reason) => {
  expect(connectProblem(document, edge)).toBe(reason)
})

test('connecting, moving and disconnecting leave the original document unchanged', () => {
  const connected = connect(document, { from: 'pick', when: 'bad', to: 'end' })
  if (!connected.ok) throw new Error(connected.reason)
  const moved = setEdge(connected.document, 2, { from: 'pick', when: 'good', to: 'end' })

  expect(moved.ok && moved.document.edges.at(2)).toEqual({ from: 'pick', when: 'good', to: 'end' })
  expect(disconnect(connected.document, 2).edges).toEqual(document.edges)
  expect(document.edges).toHaveLength(2)
})

describe('lead', () => {
  const drawn = (edges: string[], edge: GraphEdge) => {
    const edit = leadOnward({ ...document, edges: graph({ edges }).edges }, edge)
    return edit.ok ? edit.document.edges : edit.reason
  }

  test('replaces the edge to the end', () => {
    expect(drawn(['start > a', 'a > end'], { from: 'a', to: 'pick' })).toEqual([
      { from: 'start', to: 'a' },
      { from: 'a', to: 'pick' },
    ])
    expect(
      drawn(['pick.good > end', 'pick.bad > end'], { from: 'pick', when: 'bad', to: 'a' }),
    ).toEqual([
      { from: 'pick', to: 'end', when: 'good' },
      { from: 'pick', to: 'a', when: 'bad' },
    ])
  })

  test.each<[string, string[], GraphEdge]>([
    ['leads back', ['start > a', 'a > end', 'pick.good > a'], { from: 'a', to: 'pick' }],
    ['leads beside another node', ['start > a', 'start > end'], { from: 'a', to: 'pick' }],
    ['leads to the end itself', ['a > pick'], { from: 'a', to: 'end' }],
    ['sends each element', ['a > end'], { from: 'a', to: 'pick', each: { of: 'topic', as: 'x' } }],
  ])('replaces no edge if it %s', (_, edges, edge) => {
    expect(drawn(edges, edge)).toEqual([...graph({ edges }).edges, edge])
  })

  test('rejects a duplicate edge', () => {
    expect(drawn(['a > pick'], { from: 'a', to: 'pick' })).toBe('These nodes are already connected')
  })
})
