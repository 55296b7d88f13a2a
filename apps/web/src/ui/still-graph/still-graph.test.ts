import { expect, test } from 'vitest'
import { firstViewOf } from './still-graph.tsx'

const cards = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `card ${at}`, focusable: at > 0 }))

test('a large graph opens on what is chosen, a small one as a whole', () => {
  expect(firstViewOf(cards(50), 'card 30')).toMatchObject({ nodes: [{ id: 'card 30' }] })
  expect(firstViewOf(cards(50))).toMatchObject({ nodes: [{ id: 'card 1' }] })
  expect(firstViewOf(cards(3), 'card 2')).not.toHaveProperty('nodes')
})
