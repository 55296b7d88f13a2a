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
  test('reverts one edit at a time, and redo restores it', () => {
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

  test('reverts typing in one field at once', () => {
    const store = createWorkbenchStore(graph())
    for (const text of ['h', 'he', 'hel']) store.edit(note(text), 'note')

    store.undo()

    expect(text(store)).toBeUndefined()
  })

  test('separates typing by pauses and by fields', () => {
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

  test('undo does not extend an undone step', () => {
    const store = createWorkbenchStore(graph())
    store.edit(note('a'), 'note')
    store.edit(note('ab'), 'note')
    store.undo()
    store.edit(note('c'), 'note')

    store.undo()

    expect(text(store)).toBeUndefined()
  })

  test('undo has nothing to redo after a new edit', () => {
    const store = createWorkbenchStore(graph())
    store.edit(note('a'))
    store.undo()
    store.edit(note('b'))

    store.redo()

    expect(text(store)).toBe('b')
  })

  test('ignores edits without changes, and selections', () => {
    const store = createWorkbenchStore(graph())
    store.edit((document) => document)
    store.select(selectNode('answer'))

    expect(store.temporal.getState().pastStates).toEqual([])
  })
})

test('an edit notifies subscribers once', () => {
  const store = createWorkbenchStore(graph())
  let notifications = 0
  store.subscribe(() => (notifications += 1))

  store.edit(note('a'))

  expect(notifications).toBe(1)
})

test('removed items are deselected, also when undo removes them', () => {
  const store = createWorkbenchStore(graph({ nodes: {}, edges: [] }))
  store.edit(() => graph())
  store.select({ nodes: ['answer', 'start'], edges: ['answer:>end'] })

  store.undo()

  expect(store.getState().selection).toEqual({ nodes: ['start'], edges: [] })
})

test('edge keys survive the removal of other edges', () => {
  const document = graph()
  const [, second = ''] = edgeKeys(document)

  expect(edgeIndex({ ...document, edges: document.edges.slice(1) }, second)).toBe(0)
})

test('duplicate edges have different keys', () => {
  const edge = { from: 'start', to: 'answer' }

  expect(new Set(edgeKeys(graph({ edges: [edge, edge] }))).size).toBe(2)
})
