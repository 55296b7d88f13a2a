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

function Counted() {
  const [news, setNews] = useState('')
  const { facets } = useCounts({ filter: '', range: '1h' }, news)
  return (
    <>
      <input value={news} onChange={({ currentTarget }) => setNews(currentTarget.value)} />
      <p>{facets?.counted} traces</p>
    </>
  )
}

const tell = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

async function begin() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked: number[] = []
  const facets = fake.traces.facets.handler(() => {
    asked.push(Date.now())
    return { facets: [], metadata: [], feedback: [], counted: asked.length, isPartial: false }
  })
  const histogram = fake.traces.histogram.handler(() => ({
    from: 0,
    to: 1,
    step: 1,
    bars: [],
    isPartial: false,
  }))
  stop = serveFake({ traces: { facets, histogram } })
  renderInApp(<Counted />)
  await screen.findByText('1 traces')
  return asked
}

test('refetches counts when the list changes, otherwise rarely', async () => {
  const asked = await begin()
  tell('one')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(1)

  tell('two')
  await vi.advanceTimersByTimeAsync(1_000)
  await screen.findByText('2 traces')
  await vi.advanceTimersByTimeAsync(10_000)

  expect(asked).toHaveLength(2)
})

test('limits how often counts are refetched while the list keeps changing', async () => {
  const asked = await begin()
  for (let at = 0; at < 60; at += 1) {
    tell(`news ${at}`)
    await vi.advanceTimersByTimeAsync(500)
  }

  expect(asked.length).toBeGreaterThan(4)
  const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_000)
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
])('totalBeside: %s', (_, rows, isEnd, counted, told) => {
  const total = correctTotal(rows, isEnd, counted)

  expect(total && formatTotal(total)).toBe(told)
})
