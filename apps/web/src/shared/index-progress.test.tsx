import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../lib/api/api.ts'
import { fake, serveFake } from '../testing/fake-api.ts'
import { renderInApp } from '../testing/render.tsx'
import { IndexProgress } from './index-progress.tsx'

let stop = () => {}
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function Searching({ filter }: { filter: string }) {
  const { data } = useQuery(api.traces.list.queryOptions({ input: { filter } }))
  return (
    <>
      <IndexProgress filters={[filter]} />
      <p>{data ? 'listed' : 'not yet'}</p>
    </>
  )
}

function indexed(waiting: number[]) {
  const asked = { list: 0, words: 0 }
  const list = fake.traces.list.handler(() => {
    asked.list++
    return { items: [], next: null }
  })
  const words = fake.traces.searchIndex.handler(() => {
    const left = waiting[asked.words++] ?? 0
    return { isComplete: left === 0, waiting: left, total: 200 }
  })
  stop = serveFake({ traces: { list, searchIndex: words } })
  return asked
}

test('shows indexing progress and refetches once indexing is complete', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = indexed([150, 50])

  renderInApp(<Searching filter="refund" />)

  await screen.findByText('25 %')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  await screen.findByText('listed')
  await vi.advanceTimersByTimeAsync(2_500)
  await screen.findByText('75 %')
  expect(asked.list).toBe(1)
  await vi.advanceTimersByTimeAsync(2_500)
  await vi.waitFor(() => expect(asked.list).toBe(2))
  expect(screen.queryByRole('progressbar')).toBeNull()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual({ list: 2, words: 3 })
})

test('does not query indexing progress without a text filter', async () => {
  const asked = indexed([150])

  renderInApp(<Searching filter="status:error" />)
  await screen.findByText('listed')

  expect(asked.words).toBe(0)
})
