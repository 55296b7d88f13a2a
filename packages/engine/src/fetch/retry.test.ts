import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { LatheError } from '../errors/lathe-error.ts'
import { backoffMs } from './retry.ts'

const settings = { maxBackoffMs: 8_000, maxRetryAfterMs: 60_000 }

const trouble = (retryAfterMs?: number) =>
  new LatheError('RATE_LIMITED', 'x', retryAfterMs === undefined ? {} : { retryAfterMs })

test('waits as long as the provider asks, up to a minute', () => {
  expect(backoffMs(trouble(7_000), 1, settings)).toBe(7_000)
  expect(backoffMs(trouble(60_000), 1, settings)).toBe(60_000)
  expect(backoffMs(trouble(60_001), 1, settings)).toBeNull()
})

test('otherwise doubles the wait each time, with jitter and a maximum', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, r) => {
        const wait = backoffMs(trouble(), n, settings, () => r) ?? Number.NaN
        const longest = Math.min(8_000, 500 * 2 ** (n - 1))
        expect(wait).toBeGreaterThanOrEqual(longest / 2)
        expect(wait).toBeLessThanOrEqual(longest)
      },
    ),
  )
})
