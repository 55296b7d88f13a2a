import { describe, expect, test } from 'vitest'
import { rangeToSpan, bucketWidth, zoomedSpan } from './range.ts'

const hour = bucketWidth('hour')

describe('dashboard range', () => {
  test('spanOf ends with the current hour', () => {
    const now = Date.UTC(2026, 10, 20, 12, 30)

    const { from, to, bucket } = rangeToSpan('24h', now)

    expect(to).toBe(Date.UTC(2026, 10, 20, 13) * 1_000)
    expect([to - from, bucket]).toEqual([24 * hour, 'hour'])
  })

  test('zoomedSpan expands to whole hours and is never empty', () => {
    expect(zoomedSpan(hour + 5, 2 * hour + 5)).toEqual({ from: hour, to: 3 * hour, bucket: 'hour' })
    expect(zoomedSpan(hour, hour)).toEqual({ from: hour, to: 2 * hour, bucket: 'hour' })
  })

  test('zoomedSpan uses daily buckets for weeks', () => {
    expect(zoomedSpan(0, 15 * 24 * hour).bucket).toBe('day')
  })
})
