import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { TraceDuration, TraceStatus } from './trace-progress.tsx'
import { trace } from '../../features/traces/testing.ts'

const NOW = Date.UTC(2026, 4, 1, 12)
const HOUR = 3_600_000

beforeEach(() => vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

const show = (heardAgo: number, more: Parameters<typeof trace>[1] = {}) => {
  const lastReceivedAt = (NOW - heardAgo) * 1_000
  const startedAt = lastReceivedAt - 300_000
  const open = { status: 'running', runId: null, endedAt: null, lastReceivedAt, startedAt } as const
  const shown = trace(1, { ...open, ...more })
  renderInApp(
    <>
      <TraceStatus trace={shown} hasLabel />
      <p>
        <TraceDuration trace={shown} />
      </p>
    </>,
  )
  return screen.getByRole('paragraph')
}

test('shows when a silent trace was last heard and stops its duration', async () => {
  const duration = show(2 * HOUR)

  expect(screen.getByText('Running · last heard 2 h ago')).toBeVisible()
  expect(duration).toHaveTextContent('≥ 300 ms')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(duration).toHaveTextContent('≥ 300 ms')
})

test('shows no duration if a trace only reported its start', () => {
  expect(show(2 * HOUR, { startedAt: (NOW - 2 * HOUR) * 1_000 })).toHaveTextContent('—')
})

test.each([
  ['reported a moment ago', 1_000, {}],
  ['belongs to a Lathe run', 2 * HOUR, { runId: trace(1).id }],
])('counts up for a trace that %s', (_, heardAgo, more) => {
  const duration = show(heardAgo, more)

  expect(screen.getByText('Running')).toBeVisible()
  expect(duration).not.toHaveTextContent('≥')
})
