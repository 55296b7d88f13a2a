import { diffDocuments, emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { listChangeItems } from './change-items.ts'

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
