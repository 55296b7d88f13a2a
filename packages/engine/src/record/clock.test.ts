import { expect, test } from 'vitest'
import { createClock, systemClock } from './clock.ts'

const HOUR = 3_600_000

function machine() {
  const at = { wall: 1_000_000, steady: 0 }
  const clock = createClock({ origin: 1_000_000, wall: () => at.wall, monotonic: () => at.steady })
  const pass = (ms: number) => {
    at.wall += ms
    at.steady += ms
  }
  return { at, clock, pass }
}

test('time continues while the machine sleeps', () => {
  const { at, clock, pass } = machine()
  pass(0.25)
  expect(clock.now()).toBe(1_000_000_250)

  at.wall += 8 * HOUR

  expect(clock.now()).toBe(at.wall * 1_000)
  pass(0.5)
  expect(clock.now()).toBe(at.wall * 1_000)
})

test('a clock that is set back, or forward a little, changes nothing', () => {
  const { at, clock, pass } = machine()

  at.wall += 20
  pass(1)
  expect(clock.now()).toBe(1_000_001_000)
  at.wall -= HOUR
  pass(1)
  expect(clock.now()).toBe(1_000_002_000)
})

test('the system clock returns the current time in microseconds', () => {
  const before = Date.now() * 1_000

  const told = systemClock.now()

  expect(told).toBeGreaterThanOrEqual(before - 50_000)
  expect(told).toBeLessThanOrEqual(Date.now() * 1_000 + 50_000)
})
