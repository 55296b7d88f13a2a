import { writeTraceCursor } from '@lathe/traces'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { trace } from '../testing.ts'
import { useTraces } from './use-traces.ts'

let stop = () => {}
afterEach(() => stop())

function TraceList() {
  const { traces, fetchNextPage } = useTraces({ filter: '', range: '1h' })
  return (
    <>
      <p>{traces.map(({ title }) => title).join(', ')}</p>
      <button type="button" onClick={() => void fetchNextPage()}>
        More
      </button>
    </>
  )
}

test('keeps the loaded pages while a relative range moves', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const requestTimes: number[] = []
  const list = fake.traces.list.handler(({ input: { before, from } }) => {
    requestTimes.push(from ?? 0)
    return before === undefined
      ? { items: [trace(2)], next: writeTraceCursor(trace(2)) }
      : { items: [trace(1)], next: null }
  })
  stop = serveFake({ traces: { list } })

  renderInApp(<TraceList />)
  await screen.findByText('Trace 2')
  screen.getByRole('button').click()
  await screen.findByText('Trace 2, Trace 1')
  await vi.advanceTimersByTimeAsync(90_000)

  expect(screen.getByText('Trace 2, Trace 1')).toBeVisible()
  expect((requestTimes.at(-1) ?? 0) - (requestTimes[0] ?? 0)).toBeGreaterThanOrEqual(60_000_000)
})

test('polls less often after an error', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let requestCount = 0
  const list = fake.traces.list.handler(() => {
    requestCount += 1
    if (requestCount > 1) throw new Error('The store is away')
    return { items: [trace(1)], next: null }
  })
  stop = serveFake({ traces: { list } })

  renderInApp(<TraceList />)
  await screen.findByText('Trace 1')
  await vi.advanceTimersByTimeAsync(63_000)

  expect(requestCount).toBeGreaterThan(2)
  expect(requestCount).toBeLessThan(8)
  expect(screen.getByText('Trace 1')).toBeVisible()
})

test('polls more often while a trace runs', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const open = trace(1, { status: 'running', endedAt: null, lastReceivedAt: Date.now() * 1_000 })
  let answer = { items: [open], next: null }
  stop = serveFake({ traces: { list: fake.traces.list.handler(() => answer) } })
  renderInApp(<TraceList />)
  await screen.findByText('Trace 1')

  answer = { items: [trace(1, { title: 'Ended' })], next: null }
  await vi.advanceTimersByTimeAsync(1_500)

  expect(await screen.findByText('Ended')).toBeVisible()
})

test('skips empty pages to load the visible rows', async () => {
  const fullPage = Array.from({ length: 100 }, (_, index) => trace(index + 10))
  const [first, second] = [writeTraceCursor(trace(10)), writeTraceCursor(trace(9))]
  const list = fake.traces.list.handler(({ input: { before } }) => {
    if (before === undefined) return { items: fullPage, next: first }
    return before === first ? { items: [], next: second } : { items: [trace(1)], next: null }
  })
  stop = serveFake({ traces: { list } })
  renderInApp(<TraceList />)
  await screen.findByText(/Trace 10,/)

  screen.getByRole('button').click()

  expect(await screen.findByText(/, Trace 1$/)).toBeVisible()
})

test('loads further pages while a page is short', async () => {
  const cursors = [writeTraceCursor(trace(3)), writeTraceCursor(trace(2)), null]
  const list = fake.traces.list.handler(({ input: { before = null } }) => {
    const page = before === null ? 0 : cursors.indexOf(before) + 1
    return { items: [[trace(4)], [], [trace(1)]][page] ?? [], next: cursors[page] ?? null }
  })
  stop = serveFake({ traces: { list } })

  renderInApp(<TraceList />)

  expect(await screen.findByText('Trace 4, Trace 1')).toBeVisible()
})
