import { beforeEach, expect, test } from 'vitest'
import { graph } from './testing.ts'
import {
  marksOf,
  removePin,
  renameMarks,
  setPin,
  steeringBy,
  toggleBreakpoint,
  useMarks,
} from './debug-options.ts'

beforeEach(() => useMarks.setState({ agents: {} }))

const told = () => steeringBy(marksOf('a'), graph())

test('breakpoints are told by side, and gone when toggled again', () => {
  toggleBreakpoint('a', 'answer', 'before')
  toggleBreakpoint('a', 'answer', 'after')
  expect(told()).toEqual({ interruptBefore: ['answer'], interruptAfter: ['answer'] })

  toggleBreakpoint('a', 'answer', 'before')
  expect(told()).toEqual({ interruptBefore: [], interruptAfter: ['answer'] })

  toggleBreakpoint('a', 'answer', 'after')
  expect(marksOf('a').breakpoints).toEqual({})
})

test('belong to one agent', () => {
  toggleBreakpoint('b', 'answer', 'before')

  expect(told()).toEqual({ interruptBefore: [], interruptAfter: [] })
})

test('of nodes that are gone are kept, but not told', () => {
  toggleBreakpoint('a', 'gone', 'before')
  setPin('a', 'gone', { writes: {} })

  expect(told()).toEqual({ interruptBefore: [], interruptAfter: [] })
  expect(marksOf('a').pins).toHaveProperty('gone')
})

test('pins are told whole, and gone when removed', () => {
  setPin('a', 'answer', { writes: { topic: 'x' } })
  expect(told()).toMatchObject({ pinned: { answer: { writes: { topic: 'x' } } } })

  removePin('a', 'answer')
  expect(told()).not.toHaveProperty('pinned')
})

test('go along when a node gets another id', () => {
  toggleBreakpoint('a', 'old', 'after')
  setPin('a', 'old', { writes: {} })

  renameMarks('a', 'old', 'answer')

  expect(told()).toEqual({
    interruptBefore: [],
    interruptAfter: ['answer'],
    pinned: { answer: { writes: {} } },
  })
})
