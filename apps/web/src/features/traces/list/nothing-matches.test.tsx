import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { createAppRouter } from '../../../router.tsx'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'

const bars = (count: number) => ({
  from: 0,
  to: 1_000_000,
  step: 1_000_000,
  bars: count === 0 ? [] : [{ at: 0, count, errors: 0 }],
  isPartial: false,
})

test('where nothing matches it says which condition to give up for how much', async () => {
  const stop = serveFake({
    traces: {
      list: fake.traces.list.handler(() => ({ items: [], next: null })),
      facets: fake.traces.facets.handler(() => ({
        facets: [],
        metadata: [],
        feedback: [],
        counted: 0,
        isPartial: false,
      })),
      histogram: fake.traces.histogram.handler(({ input: { filter } }) =>
        bars(filter === 'status:error' ? 12 : 0),
      ),
    },
  })
  onTestFinished(stop)
  const address = '/traces?filter=status%3Aerror%20node%3Aplaner'
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  renderInApp(<RouterProvider router={router} />)

  await userEvent.click(
    await screen.findByRole('button', { name: 'Without node:planer: 12 traces' }),
  )

  expect(router.latestLocation.search).toMatchObject({ filter: 'status:error' })
  expect(screen.queryByRole('button', { name: /^Without status:error/ })).toBeNull()
})
