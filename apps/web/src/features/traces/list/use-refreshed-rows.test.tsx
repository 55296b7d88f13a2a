import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { trace } from '../testing.ts'
import { useRefreshedRows } from './use-refreshed-rows.ts'

let stop = () => {}
afterEach(() => stop())

const open = { status: 'running', endedAt: null } as const
const at = (number: number, overrides: Parameters<typeof trace>[1] = {}) =>
  trace(number, { startedAt: number, ...overrides })

function RowList({ paged }: { paged: number[] }) {
  const rows = [at(5, open), at(4, open), at(3, open), at(2), at(1, open)]
  const refreshedRows = useRefreshedRows(
    rows,
    paged.map((number) => at(number, open)),
    { filter: 'tag:a', range: 'all' },
  )
  return <p>{refreshedRows.map(({ title, status }) => `${title} ${status}`).join(', ')}</p>
}

test('refreshes running rows behind the loaded pages and drops rows that no longer match', async () => {
  const requests: unknown[] = []
  const list = fake.traces.list.handler(({ input }) => {
    requests.push(input)
    return { items: [at(4), at(2), at(1, { status: 'error' })], next: null }
  })
  stop = serveFake({ traces: { list } })

  renderInApp(<RowList paged={[5]} />)

  await screen.findByText('Trace 5 running, Trace 4 success, Trace 2 success, Trace 1 error')
  expect(requests).toEqual([{ filter: 'tag:a', before: `5_${at(4).id}`, limit: 200 }])
})

test('sends no request while the loaded pages contain all running rows', () => {
  stop = serveFake({})

  renderInApp(<RowList paged={[5, 4, 3, 1]} />)

  expect(screen.getByText(/^Trace 5 running, .* Trace 1 running$/)).toBeVisible()
})
