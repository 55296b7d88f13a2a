import { diffDocuments, emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import type { GraphDocument, GraphNode } from '@lathe/contract'
import { listChangeItems, summarizeDiff } from './change-items.ts'

const createDocument = (id: string, text: string, title?: string) => ({
  ...emptyDocument(),
  nodes: {
    [id]: { kind: 'set', ...(title && { title }), values: { topic: { template: text } } } as const,
  },
})

test('a changed node is listed by title and id', () => {
  const [item] = listChangeItems(
    diffDocuments(
      createDocument('n0', 'one', 'Ask the guest'),
      createDocument('n0', 'two', 'Ask the guest'),
    ),
  )

  expect(item).toMatchObject({ type: 'changed', name: 'Ask the guest', id: 'n0' })
})

test('a renamed node is listed with both ids', () => {
  const [item] = listChangeItems(
    diffDocuments(createDocument('n0', 'one', 'Ask'), createDocument('n1', 'one', 'Ask')),
  )

  expect(item).toMatchObject({ type: 'renamed', previous: 'n0', name: 'n1' })
})

const set = (text: string): GraphNode => ({ kind: 'set', values: { topic: { template: text } } })
const base: GraphDocument = {
  ...emptyDocument(),
  nodes: { a: set('Write about {{topic}} in a few words'), b: set('x'), c: set('gone') },
  edges: [{ from: 'a', to: 'b' }],
}
const summarize = (after: GraphDocument) => summarizeDiff(diffDocuments(base, after))

test('a summary counts the changes of each kind', () => {
  const nodes = {
    z: set('Write about {{topic}} in a few words'),
    b: set('y'),
    d: { kind: 'tools', channel: 'messages' } as const,
  }

  expect(summarize({ ...base, nodes, edges: [], output: ['topic'] })).toBe(
    '1 node added, 1 removed, 1 renamed, 1 changed · 1 edge · output',
  )
})

test('a diff without changes is summarized as No differences', () => {
  expect(summarize(base)).toBe('No differences')
})
