import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { PerRun } from './per-run.tsx'

const HOUR = 3_600_000_000

test('shows only the runs of the zoomed range', async () => {
  const requests: unknown[] = []
  onTestFinished(
    serveFake({
      metrics: {
        perRun: fake.metrics.perRun.handler(({ input: { from, to } }) => {
          requests.push([from, to])
          return []
        }),
      },
    }),
  )

  await renderPages(`/?from=${2 * HOUR}&to=${4 * HOUR}`, { '/': () => <PerRun /> })

  await screen.findByText('0 in 0 runs')
  expect(requests).toEqual([[2 * HOUR, 4 * HOUR]])
})
