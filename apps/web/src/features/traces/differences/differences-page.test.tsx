import type { TraceDifferences } from '@lathe/contract'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { createAppRouter } from '../../../router.tsx'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { emptyStateText } from './differences-page.tsx'

const told: TraceDifferences = {
  these: { counted: 2_000, isPartial: true },
  those: { counted: 40, isPartial: false },
  both: 3,
  tested: 12,
  items: [
    {
      key: 'latency',
      value: 1_500_000,
      term: 'latency:>1500ms',
      same: [{ key: 'metadata.customer', value: 'umbrella', term: 'metadata.customer:umbrella' }],
      these: { with: 1_500, of: 2_000 },
      those: { with: 10, of: 40 },
      difference: 0.5,
      low: 0.349,
      high: 0.61,
      p: 0.0001,
    },
  ],
}

test('lists the differences between two groups and opens the matching traces', async () => {
  const requests: unknown[] = []
  const stop = serveFake({
    traces: {
      differences: fake.traces.differences.handler(({ input }) => {
        requests.push(input)
        return told
      }),
    },
  })
  onTestFinished(stop)
  const user = userEvent.setup()
  const address = '/traces/differences?these=tag%3Acanary&those=tag%3Astable'
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  renderInApp(<RouterProvider router={router} />)

  const row = await screen.findByRole('row', { name: /latency over 1\.5 s/ })
  expect(row).toHaveTextContent('also customer umbrella')
  expect(row).toHaveTextContent('75 % 1500/2000')
  expect(row).toHaveTextContent('+50.0 % +34.9 … +61.0')
  expect(screen.getByText(/newest 2,000 selected against 40 baseline traces; 3 that/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Swap groups' }))
  expect(await screen.findByLabelText('Selection')).toHaveValue('tag:stable')
  expect(requests.at(-1)).toMatchObject({ these: 'tag:stable', those: 'tag:canary' })
  await user.click(await screen.findByText('latency over'))
  expect(router.latestLocation.search).toMatchObject({ filter: 'tag:stable latency:>1500ms' })
})

test.each([
  [{ these: 0, those: 3, both: 0 }, /^The selection is empty$/],
  [{ these: 3, those: 0, both: 0 }, /^The baseline is empty$/],
  [
    { these: 3, those: 0, both: 2 },
    /^All 2 traces that match the “Baseline” filter also match “Selection”/,
  ],
  [{ these: 0, those: 0, both: 0 }, /^Both groups are empty$/],
  [{ these: 3, those: 3, both: 0 }, /^No differences found$/],
])('names the empty group: %o', ({ these, those, both }, words) => {
  const group = (counted: number) => ({ counted, isPartial: false })
  const emptyResult = { these: group(these), those: group(those), both, tested: 12, items: [] }

  expect(Object.values(emptyStateText(emptyResult))).toContainEqual(expect.stringMatching(words))
})
