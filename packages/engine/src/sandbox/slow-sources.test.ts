import { expect, test } from 'vitest'
import { createSlowSources } from './slow-sources.ts'

function startClock() {
  let now = 0
  return { now: () => now, advance: (ms: number) => (now += ms) }
}

test('runs unknown sources on the calling thread until one of them overruns', () => {
  const clock = startClock()
  const slow = createSlowSources(clock.now)

  expect(slow.mayBlock('a')).toBe(true)
  slow.noteOverrun('endless', 5)

  expect(slow.mayBlock('a')).toBe(false)
  clock.advance(100)
  expect(slow.mayBlock('a')).toBe(true)
})

test('runs a source that overran on another thread for a minute', () => {
  const clock = startClock()
  const slow = createSlowSources(clock.now)
  slow.noteQuick('a')

  slow.noteOverrun('a', 5)

  clock.advance(59_000)
  expect(slow.mayBlock('a')).toBe(false)
  clock.advance(2_000)
  expect(slow.mayBlock('a')).toBe(true)
})

test('runs quick sources on the calling thread while others overrun', () => {
  const slow = createSlowSources(() => 0)
  slow.noteQuick('a')

  slow.noteOverrun('endless', 5)

  expect(slow.mayBlock('a')).toBe(true)
})
