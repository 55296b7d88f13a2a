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

test('breakpoints are listed by side and removed when toggled again', () => {
  toggleBreakpoint('a', 'answer', 'before')
  toggleBreakpoint('a', 'answer', 'after')
  expect(runOptions()).toEqual({ interruptBefore: ['answer'], interruptAfter: ['answer'] })

  toggleBreakpoint('a', 'answer', 'before')
  expect(runOptions()).toEqual({ interruptBefore: [], interruptAfter: ['answer'] })

  toggleBreakpoint('a', 'answer', 'after')
  expect(getDebugOptions('a').breakpoints).toEqual({})
})

test('debug options belong to one agent', () => {
  toggleBreakpoint('b', 'answer', 'before')

  expect(runOptions()).toEqual({ interruptBefore: [], interruptAfter: [] })
})

test('debug options of removed nodes are kept but not sent', () => {
  toggleBreakpoint('a', 'gone', 'before')
  setPin('a', 'gone', { writes: {} })

  expect(runOptions()).toEqual({ interruptBefore: [], interruptAfter: [] })
  expect(getDebugOptions('a').pins).toHaveProperty('gone')
})

test('pins are sent whole and can be removed', () => {
  setPin('a', 'answer', { writes: { topic: 'x' } })
  expect(runOptions()).toMatchObject({ pinned: { answer: { writes: { topic: 'x' } } } })

  removePin('a', 'answer')
  expect(runOptions()).not.toHaveProperty('pinned')
})

test('debug options follow a renamed node', () => {
  toggleBreakpoint('a', 'old', 'after')
  setPin('a', 'old', { writes: {} })

  renameDebugNode('a', 'old', 'answer')

  expect(runOptions()).toEqual({
    interruptBefore: [],
    interruptAfter: ['answer'],
    pinned: { answer: { writes: {} } },
  })
})
