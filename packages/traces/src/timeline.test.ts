import { describe, expect, test } from 'vitest'
import { makeSpan } from './testing.ts'
import { toBar, spanRange, listTicks } from './timeline.ts'

describe('the timeline', () => {
  const done = makeSpan({ startedAt: 1_000_000, endedAt: 2_000_000, firstTokenAt: 1_500_000 })
  const open = makeSpan({ startedAt: 1_500_000, endedAt: null, status: 'running' })
  const now = 3_000_000

  test('the range reaches from the first start to now while a span runs', () => {
    expect(spanRange([done, open], now)).toEqual({ from: 1_000_000, to: 3_000_000 })
    expect(spanRange([done], now)).toEqual({ from: 1_000_000, to: 2_000_000 })
  })

  test('places bars as shares of the range, open ones up to now', () => {
    const range = spanRange([done, open], now)

    expect(toBar(done, range, now)).toEqual({
      left: 0,
      width: 0.5,
      firstToken: 0.25,
      isOpen: false,
    })
    expect(toBar(open, range, now)).toEqual({
      left: 0.25,
      width: 0.75,
      firstToken: null,
      isOpen: true,
    })
  })

  test.each([
    [2_000_000, 4, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
    [7_300, 4, [0, 2_000, 4_000, 6_000]],
    [1_000, 1, [0, 1_000]],
  ])('puts ticks of %i µs at round offsets', (length, most, ticks) => {
    expect(listTicks({ from: 50, to: 50 + length }, most)).toEqual(ticks)
  })
})
