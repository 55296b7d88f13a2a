import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { useCounts, formatTotal, correctTotal } from './use-counts.ts'

let stop = () => {}
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function CountsView() {
  const [fingerprint, setFingerprint] = useState('')
  const { facets } = useCounts({ filter: '', range: '1h' }, fingerprint)
  return (
    <>
      <input
        value={fingerprint}
        onChange={({ currentTarget }) => setFingerprint(currentTarget.value)}
      />
      <p>{facets?.counted} traces</p>
    </>
  )
}

const changeFingerprint = (value: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value } })

async function begin() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const requestTimes: number[] = []
  const facets = fake.traces.facets.handler(() => {
    requestTimes.push(Date.now())
    return {
      facets: [],
      metadata: [],
      feedback: [],
      counted: requestTimes.length,
      isPartial: false,
    }
  })
  const histogram = fake.traces.histogram.handler(() => ({
    from: 0,
    to: 1,
    step: 1,
    bars: [],
    isPartial: false,
  }))
  stop = serveFake({ traces: { facets, histogram } })
  renderInApp(<CountsView />)
  await screen.findByText('1 traces')
  return requestTimes
}

test('refetches counts when the list changes, otherwise rarely', async () => {
  const requestTimes = await begin()
  changeFingerprint('one')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requestTimes).toHaveLength(1)

  changeFingerprint('two')
  await vi.advanceTimersByTimeAsync(1_000)
  await screen.findByText('2 traces')
  await vi.advanceTimersByTimeAsync(10_000)

  expect(requestTimes).toHaveLength(2)
})

test('limits how often counts are refetched while the list keeps changing', async () => {
  const requestTimes = await begin()
  for (let second = 0; second < 60; second += 1) {
    changeFingerprint(`news ${second}`)
    await vi.advanceTimersByTimeAsync(500)
  }

  expect(requestTimes.length).toBeGreaterThan(4)
  const intervals = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? 0))
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(3_000)
})

test.each([
  ['returns a full count', 100, false, { count: 4_000, isPartial: false }, '4,000 traces'],
  [
    'returns the row count if it exceeds a partial count',
    1_200,
    false,
    { count: 1_000, isPartial: true },
    '1,200+ traces',
  ],
  [
    'returns the row count at the end of the list',
    1_207,
    true,
    { count: 1_000, isPartial: true },
    '1,207 traces',
  ],
  ['returns zero if no row matched', 0, true, { count: 0, isPartial: true }, '0 traces'],
])('totalBeside: %s', (_, rows, isComplete, counted, told) => {
  const total = correctTotal(rows, isComplete, counted)

  expect(total && formatTotal(total)).toBe(told)
})
