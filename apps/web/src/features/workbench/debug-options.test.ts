import { beforeEach, expect, test } from 'vitest'
import { graph } from './testing.ts'
import {
  getDebugOptions,
  removePin,
  renameDebugNode,
  setPin,
  debugRunOptions,
  toggleBreakpoint,
  useDebugOptionsStore,
} from './debug-options.ts'

beforeEach(() => useDebugOptionsStore.setState({ agents: {} }))

const runOptions = () => debugRunOptions(getDebugOptions('a'), graph())

test('breakpoints are told by side, and gone when toggled again', () => {
  toggleBreakpoint('a', 'answer', 'before')
  toggleBreakpoint('a', 'answer', 'after')
  expect(runOptions()).toEqual({ interruptBefore: ['answer'], interruptAfter: ['answer'] })

  toggleBreakpoint('a', 'answer', 'before')
  expect(runOptions()).toEqual({ interruptBefore: [], interruptAfter: ['answer'] })

  toggleBreakpoint('a', 'answer', 'after')
  expect(getDebugOptions('a').breakpoints).toEqual({})
})

test('belong to one agent', () => {
  toggleBreakpoint('b', 'answer', 'before')

  expect(runOptions()).toEqual({ interruptBefore: [], interruptAfter: [] })
})

test('of nodes that are gone are kept, but not told', () => {
  toggleBreakpoint('a', 'gone', 'before')
  setPin('a', 'gone', { writes: {} })

  expect(runOptions()).toEqual({ interruptBefore: [], interruptAfter: [] })
  expect(getDebugOptions('a').pins).toHaveProperty('gone')
})

test('pins are told whole, and gone when removed', () => {
  setPin('a', 'answer', { writes: { topic: 'x' } })
  expect(runOptions()).toMatchObject({ pinned: { answer: { writes: { topic: 'x' } } } })

  removePin('a', 'answer')
  expect(runOptions()).not.toHaveProperty('pinned')
})

test('go along when a node gets another id', () => {
  toggleBreakpoint('a', 'old', 'after')
  setPin('a', 'old', { writes: {} })

  renameDebugNode('a', 'old', 'answer')

  expect(runOptions()).toEqual({
    interruptBefore: [],
    interruptAfter: ['answer'],
    pinned: { answer: { writes: {} } },
  })
})
