import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { graph } from '../testing.ts'
import { edgeIndex, edgeKeys, selectNode } from './selection.ts'
import { createWorkbenchStore } from './workbench-store.ts'

const note = (text: string) => () => graph({ notes: [{ text, at: [0, 0] as [number, number] }] })
const text = (store: ReturnType<typeof createWorkbenchStore>) =>
  store.getState().document.notes[0]?.text

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('undo', () => {
  test('takes back one edit at a time, and redo brings it back', () => {
    const store = createWorkbenchStore(graph())
    store.edit(note('a'))
    store.edit(note('b'))

    store.undo()
    expect(text(store)).toBe('a')
    store.undo()
    expect(text(store)).toBeUndefined()
    store.redo()
    expect(text(store)).toBe('a')
  })

  test('takes back typing in one field together', () => {
    const store = createWorkbenchStore(graph())
    for (const typed of ['h', 'he', 'hel']) store.edit(note(typed), 'note')

    store.undo()

    expect(text(store)).toBeUndefined()
  })

  test('parts typing by a pause and by another field', () => {
    const store = createWorkbenchStore(graph())
    store.edit(note('a'), 'note')
    vi.advanceTimersByTime(2_000)
    store.edit(note('ab'), 'note')
    store.edit(note('x'), 'other')

    store.undo()
    expect(text(store)).toBe('ab')
    store.undo()
    expect(text(store)).toBe('a')
  })

  test('does not go on with a step that was undone', () => {
    const store = createWorkbenchStore(graph())
    store.edit(note('a'), 'note')
    store.edit(note('ab'), 'note')
    store.undo()
    store.edit(note('c'), 'note')

    store.undo()

    expect(text(store)).toBeUndefined()
  })

  test('an edit after it leaves nothing to redo', () => {
    const store = createWorkbenchStore(graph())
    store.edit(note('a'))
    store.undo()
    store.edit(note('b'))

    store.redo()

    expect(text(store)).toBe('b')
  })

  test('does not remember what changed nothing, nor selections', () => {
    const store = createWorkbenchStore(graph())
    store.edit((document) => document)
    store.select(selectNode('answer'))

    expect(store.temporal.getState().pastStates).toEqual([])
  })
})

test('an edit is told once', () => {
  const store = createWorkbenchStore(graph())
  let notifications = 0
  store.subscribe(() => (notifications += 1))

  store.edit(note('a'))

  expect(notifications).toBe(1)
})

test('what an edit removes is no longer selected, also when undo removes it', () => {
  const store = createWorkbenchStore(graph({ nodes: {}, edges: [] }))
  store.edit(() => graph())
  store.select({ nodes: ['answer', 'start'], edges: ['answer:>end'] })

  store.undo()

  expect(store.getState().selection).toEqual({ nodes: ['start'], edges: [] })
})

test('edges have keys that survive the removal of others', () => {
  const document = graph()
  const [, second = ''] = edgeKeys(document)

  expect(edgeIndex({ ...document, edges: document.edges.slice(1) }, second)).toBe(0)
})

test('two edges of the same way have different keys', () => {
  const edge = { from: 'start', to: 'answer' }

  expect(new Set(edgeKeys(graph({ edges: [edge, edge] }))).size).toBe(2)
})
