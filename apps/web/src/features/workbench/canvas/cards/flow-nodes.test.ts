import { renamePort, setNode } from '@lathe/graph'
import { expect, test } from 'vitest'
import { EMPTY_SELECTION, selectNode } from '../../store/selection.ts'
import { graph } from '../../testing.ts'
import { createCards, EMPTY_TRANSIENT_STATE } from './flow-nodes.ts'
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
  const before = cards(document, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)
  const after = cards(
    setNode(document, 'code', { ...code, title: 'Count' }),
    EMPTY_SELECTION,
    EMPTY_TRANSIENT_STATE,
  )
  const changed = after.filter((card, index) => card !== before[index])

  expect(changed.map(({ id }) => id)).toEqual(['code'])
})

test('an edit that changes no visible part of a node returns the same list', () => {
  const cards = createCards()
  const before = cards(document, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)
  const editedDocument = setNode(document, 'code', { ...code, code: 'return { count: 1 }' })

  expect(cards(editedDocument, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)).toBe(before)
  expect(
    cards(
      renamePort(editedDocument, 'branch', 'yes', 'good'),
      EMPTY_SELECTION,
      EMPTY_TRANSIENT_STATE,
    ),
  ).not.toBe(before)
})

test('an edit that changes no card returns the same list', () => {
  const cards = createCards()
  const before = cards(document, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)

  expect(cards({ ...document, state: {} }, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)).toBe(before)
})

test('selecting or dragging recreates only the affected cards', () => {
  const cards = createCards()
  const change = (
    ...[selection, transient]: [typeof EMPTY_SELECTION, typeof EMPTY_TRANSIENT_STATE]
  ) => {
    const before = cards(document, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)
    const after = cards(document, selection, transient)
    return after.filter((card, index) => card !== before[index]).map(({ id }) => id)
  }
  const dragged = {
    ...EMPTY_TRANSIENT_STATE,
    dragged: { branch: [5, 5] satisfies [number, number] },
  }

  // The start gives up its tab stop.
  expect(change(selectNode('code'), EMPTY_TRANSIENT_STATE)).toEqual(['start', 'code'])
  expect(change(EMPTY_SELECTION, dragged)).toEqual(['branch'])
})

test('the end of a drag restores the position of the document', () => {
  const cards = createCards()
  const positionWith = (transient: typeof EMPTY_TRANSIENT_STATE) =>
    cards(document, EMPTY_SELECTION, transient).find(({ id }) => id === 'branch')?.position
  const before = positionWith(EMPTY_TRANSIENT_STATE)
  const dragged = (x: number) => ({
    ...EMPTY_TRANSIENT_STATE,
    dragged: { branch: [x, 5] satisfies [number, number] },
  })

  expect(positionWith(dragged(5))).toEqual({ x: 5, y: 5 })
  expect(positionWith(dragged(6))).toEqual({ x: 6, y: 5 })
  expect(positionWith(EMPTY_TRANSIENT_STATE)).toEqual(before)
})

test('a note lies below the nodes, so that they stay clickable', () => {
  const documentWithNote = {
    ...document,
    notes: [{ text: 'Mind', at: [0, 0] satisfies [number, number] }],
  }

  const cards = createCards()(documentWithNote, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)

  const levels = cards.map(({ type, zIndex = 0 }) => [type, zIndex])
  expect(levels).toContainEqual(['note', -1])
  expect(levels.filter(([type]) => type !== 'note').every(([, level]) => level === 0)).toBe(true)
})

test('edges find the handles of current ports before a card is drawn', () => {
  const cards = createCards()
  const handles = (graphDocument: typeof document) =>
    cards(graphDocument, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE)
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
