import { renamePort, setNode } from '@lathe/graph'
import { expect, test } from 'vitest'
import { NOTHING, selectNode } from '../../store/selection.ts'
import { graph } from '../../testing.ts'
import { createCards, NOTHING_TRANSIENT } from './flow-nodes.ts'
import { detailAt } from '../canvas-ui.ts'

const branch = {
  kind: 'branch' as const,
  decide: { by: 'rules' as const, rules: [{ when: 'true', port: 'yes' }] },
  else: 'no',
}
const code = { kind: 'code' as const, code: 'return {}', writes: [] }
const document = graph({
  nodes: { branch, code },
  edges: [{ from: 'branch', when: 'yes', to: 'code' }],
  notes: [{ text: 'why', at: [10, 20] }],
})

test('an edit of one node recreates only its card', () => {
  const cards = createCards()
  const before = cards(document, NOTHING, NOTHING_TRANSIENT)
  const after = cards(
    setNode(document, 'code', { ...code, title: 'Count' }),
    NOTHING,
    NOTHING_TRANSIENT,
  )
  const changed = after.filter((card, index) => card !== before[index])

  expect(changed.map(({ id }) => id)).toEqual(['code'])
})

test('an edit that changes no visible part of a node returns the same list', () => {
  const cards = createCards()
  const before = cards(document, NOTHING, NOTHING_TRANSIENT)
  const typed = setNode(document, 'code', { ...code, code: 'return { count: 1 }' })

  expect(cards(typed, NOTHING, NOTHING_TRANSIENT)).toBe(before)
  expect(cards(renamePort(typed, 'branch', 'yes', 'good'), NOTHING, NOTHING_TRANSIENT)).not.toBe(
    before,
  )
})

test('an edit that changes no card returns the same list', () => {
  const cards = createCards()
  const before = cards(document, NOTHING, NOTHING_TRANSIENT)

  expect(cards({ ...document, state: {} }, NOTHING, NOTHING_TRANSIENT)).toBe(before)
})

test('selecting or dragging recreates only the affected cards', () => {
  const cards = createCards()
  const change = (...[selection, transient]: [typeof NOTHING, typeof NOTHING_TRANSIENT]) => {
    const before = cards(document, NOTHING, NOTHING_TRANSIENT)
    const after = cards(document, selection, transient)
    return after.filter((card, index) => card !== before[index]).map(({ id }) => id)
  }
  const dragged = { ...NOTHING_TRANSIENT, dragged: { branch: [5, 5] satisfies [number, number] } }

  // The start gives up its tab stop.
  expect(change(selectNode('code'), NOTHING_TRANSIENT)).toEqual(['start', 'code'])
  expect(change(NOTHING, dragged)).toEqual(['branch'])
})

test('the end of a drag restores the position of the document', () => {
  const cards = createCards()
  const positionWith = (transient: typeof NOTHING_TRANSIENT) =>
    cards(document, NOTHING, transient).find(({ id }) => id === 'branch')?.position
  const before = positionWith(NOTHING_TRANSIENT)
  const dragged = (x: number) => ({
    ...NOTHING_TRANSIENT,
    dragged: { branch: [x, 5] satisfies [number, number] },
  })

  expect(positionWith(dragged(5))).toEqual({ x: 5, y: 5 })
  expect(positionWith(dragged(6))).toEqual({ x: 6, y: 5 })
  expect(positionWith(NOTHING_TRANSIENT)).toEqual(before)
})

test('a note lies below the nodes, so that they stay clickable', () => {
  const noted = { ...document, notes: [{ text: 'Mind', at: [0, 0] satisfies [number, number] }] }

  const cards = createCards()(noted, NOTHING, NOTHING_TRANSIENT)

  const levels = cards.map(({ type, zIndex = 0 }) => [type, zIndex])
  expect(levels).toContainEqual(['note', -1])
  expect(levels.filter(([type]) => type !== 'note').every(([, level]) => level === 0)).toBe(true)
})

test('edges find the handles of current ports before a card is drawn', () => {
  const cards = createCards()
  const handles = (of: typeof document) =>
    cards(of, NOTHING, NOTHING_TRANSIENT)
      .find(({ id }) => id === 'branch')
      ?.handles?.map(({ id }) => id)

  expect(handles(document)).toEqual(['in', 'port:yes', 'port:no', 'port:error'])
  expect(handles(renamePort(document, 'branch', 'yes', 'good'))).toContain('port:good')
})

test.each([
  [1, 'cards'],
  [0.4, 'cards'],
  [0.3, 'boxes'],
  [0.1, 'blocks'],
])('nodes at zoom %d are drawn as %s', (zoom, detail) => {
  expect(detailAt(zoom)).toBe(detail)
})
