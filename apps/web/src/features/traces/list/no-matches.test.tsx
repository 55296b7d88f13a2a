import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { writeTraceCursor } from '@lathe/traces'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { createAppRouter } from '../../../router.tsx'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { relaxFilter } from './no-matches.tsx'

const bars = (count: number) => ({
  from: 0,
  to: 1_000_000,
  step: 1_000_000,
  bars: count === 0 ? [] : [{ at: 0, count, errors: 0 }],
  isPartial: false,
})

const emptyFacets = { facets: [], metadata: [], feedback: [], counted: 0, isPartial: false }

function open(filter: string) {
  const address = `/traces?filter=${encodeURIComponent(filter)}`
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  renderInApp(<RouterProvider router={router} />)
  return router
}

test('offers to remove the condition that excludes all traces', async () => {
  const stop = serveFake({
    traces: {
      list: fake.traces.list.handler(() => ({ items: [], next: null })),
      facets: fake.traces.facets.handler(() => emptyFacets),
      histogram: fake.traces.histogram.handler(({ input: { filter } }) =>
        bars(filter === 'status:error' ? 12 : 0),
      ),
    },
  })
  onTestFinished(stop)
  const router = open('status:error node:planer')

  await userEvent.click(
    await screen.findByRole('button', { name: 'Without node:planer: 12 traces' }),
  )

  expect(router.latestLocation.search).toMatchObject({ filter: 'status:error' })
  expect(screen.queryByRole('button', { name: /^Without status:error/ })).toBeNull()
})

test('reports an error, not an empty result, when an older page fails to load', async () => {
  const stop = serveFake({
    traces: {
      list: fake.traces.list.handler(({ input: { before } }) => {
        if (before !== undefined) throw new Error('The store is away')
        return { items: [], next: writeTraceCursor({ id: uuid(1), startedAt: 1 }) }
      }),
      facets: fake.traces.facets.handler(() => emptyFacets),
      histogram: fake.traces.histogram.handler(() => bars(0)),
    },
  })
  onTestFinished(stop)
  open('text:refund')

  expect(await screen.findByText(/Could not load the traces/)).toBeVisible()
  expect(screen.queryByText('No matching traces')).toBeNull()
})

test('waysOut relaxes each condition and the time range separately', () => {
  const filter = { filter: 'status:error node:"x y"', range: '24h' } as const
  expect(relaxFilter(filter, 'Last 24 hours')).toEqual([
    { removedCondition: 'status:error', filter: { filter: 'node:"x y"', range: '24h' } },
    { removedCondition: 'node:"x y"', filter: { filter: 'status:error', range: '24h' } },
    {
      removedCondition: 'Last 24 hours',
      filter: { filter: 'status:error node:"x y"', range: 'all' },
    },
  ])
})

test('waysOut returns nothing for a single condition', () => {
  expect(relaxFilter({ filter: 'node:x', range: 'all' }, undefined)).toEqual([])
  expect(relaxFilter({ filter: '', range: '1h' }, 'Last hour')).toEqual([])
})
