import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { addNode, insertNode, removeNodes, renameNode } from './nodes.ts'

const line = graph({
  nodes: { a: set({}), b: set({}), c: set({}) },
  edges: ['start > a', 'a > b', 'b > c', 'c > end'],
})

describe('addNode', () => {
  test('uses the kind as the id and appends a number if it exists', () => {
    const first = addNode(line, set({}), { at: [10, 20] })
    const second = addNode(first.document, set({}))

    expect([first.id, second.id]).toEqual(['set', 'set-2'])
    expect(first.document.layout).toEqual({ set: [10, 20] })
    expect(line.nodes).not.toHaveProperty('set')
  })

  test('avoids names that are reserved by the graph or by JavaScript', () => {
    expect(addNode(line, set({}), { id: 'end' }).id).toBe('end-2')
    expect(addNode(line, set({}), { id: 'constructor' }).id).toBe('constructor-2')
  })
})

describe('removeNodes', () => {
  test('removes the edges of a node', () => {
    expect(removeNodes(line, ['b']).edges).toEqual([
      { from: 'start', to: 'a' },
      { from: 'c', to: 'end' },
    ])
  })

  test('connects predecessors with successors if requested', () => {
    expect(removeNodes(line, ['b', 'a'], { reconnect: true }).edges).toEqual([
      { from: 'c', to: 'end' },
      { from: 'start', to: 'c' },
    ])
  })
})

describe('renameNode', () => {
  test('rewrites edges and layout and keeps the order of the nodes', () => {
    const renamed = renameNode({ ...line, layout: { b: [1, 2] } }, 'b', 'middle')

    expect(renamed).toMatchObject({
      ok: true,
      document: {
        layout: { middle: [1, 2] },
        edges: [{}, { to: 'middle' }, { from: 'middle' }, {}],
      },
    })
    expect(renamed.ok && Object.keys(renamed.document.nodes)).toEqual(['a', 'middle', 'c'])
  })

  test.each([
    ['c', 'There is already a node `c`'],
    ['end', "`end` is reserved for the graph's end; choose another name"],
    ['toString', '`toString` is built into JavaScript; choose another name'],
    ['2nd', 'A node name is a letter, then letters, digits, _ and -, at most 64'],
  ])('rejects %s', (to, reason) => {
    expect(renameNode(line, 'b', to)).toEqual({ ok: false, reason })
  })
})

test('insertNode routes the edge through the new node, by its first port', () => {
  const { document } = insertNode(line, 1, {
    kind: 'ask',
    message: '',
    decisions: [{ port: 'yes' }, { port: 'no' }],
  })

  expect(document.edges).toContainEqual({ from: 'a', to: 'ask' })
  expect(document.edges).toContainEqual({ from: 'ask', when: 'yes', to: 'b' })
})
