import { describe, expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { addNode, insertNode, removeNodes, renameNode } from './nodes.ts'

const line = graph({
  nodes: { a: set({}), b: set({}), c: set({}) },
  edges: ['start > a', 'a > b', 'b > c', 'c > end'],
})

describe('addNode', () => {
  test('takes the kind for its id, and a number when that is taken', () => {
    const first = addNode(line, set({}), { at: [10, 20] })
    const second = addNode(first.document, set({}))

    expect([first.id, second.id]).toEqual(['set', 'set-2'])
    expect(first.document.layout).toEqual({ set: [10, 20] })
    expect(line.nodes).not.toHaveProperty('set')
  })

  test('never takes a name the graph or JavaScript needs', () => {
    expect(addNode(line, set({}), { id: 'end' }).id).toBe('end-2')
    expect(addNode(line, set({}), { id: 'constructor' }).id).toBe('constructor-2')
  })
})

describe('removeNodes', () => {
  test('takes the edges of a node away with it', () => {
    expect(removeNodes(line, ['b']).edges).toEqual([
      { from: 'start', to: 'a' },
      { from: 'c', to: 'end' },
    ])
  })

  test('joins what came before with what came after, when asked to', () => {
    expect(removeNodes(line, ['b', 'a'], { reconnect: true }).edges).toEqual([
      { from: 'c', to: 'end' },
      { from: 'start', to: 'c' },
    ])
  })
})

describe('renameNode', () => {
  test('rewrites edges and layout, and keeps the order of the nodes', () => {
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
    ['end', "`end` is the graph's own end; choose another name"],
    ['toString', '`toString` is built into JavaScript; choose another name'],
    ['2nd', "A node's name is a letter, then letters, digits, _ and -, at most 64"],
  ])('refuses %s', (to, reason) => {
    expect(renameNode(line, 'b', to)).toEqual({ ok: false, reason })
  })
})

test('insertNode leads the edge through the new node, by its first port', () => {
  const { document } = insertNode(line, 1, {
    kind: 'ask',
    message: '',
    decisions: [{ port: 'yes' }, { port: 'no' }],
  })

  expect(document.edges).toContainEqual({ from: 'a', to: 'ask' })
  expect(document.edges).toContainEqual({ from: 'ask', when: 'yes', to: 'b' })
})
