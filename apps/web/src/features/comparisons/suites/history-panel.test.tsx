import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { formatCost } from '../../../lib/format.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { dollars } from '../../../ui/charts/raw-unit.ts'
import { HistoryPanel } from './history-panel.tsx'
import type { HistoryPoint } from './history-points.ts'

test('the CSV of costs is in dollars, and says so', async () => {
  const user = userEvent.setup()
  const unknown = { level: null, interval: null, baseline: null, p50: null, baselineP50: null }
  const point: HistoryPoint = {
    ...unknown,
    id: 'a',
    label: 'v1',
    at: 0,
    isRegression: false,
    cost: 2_500_000,
    baselineCost: null,
    why: () => '',
  }
  const figures = { version: 'cost', baseline: 'baselineCost', format: formatCost } as const
  await renderPages('/', {
    '/': () => <HistoryPanel title="Cost" points={[point]} unit={dollars} {...figures} />,
    '/compare/$id': undefined,
  })

  await user.click(screen.getByRole('button', { name: 'Show Cost as a table' }))
  await user.click(screen.getByRole('button', { name: 'Copy Cost as CSV' }))

  expect(await navigator.clipboard.readText()).toBe(
    'run,version,regression,Cost USD,baseline USD\r\n1970-01-01T00:00:00.000Z,v1,no,0.0025,',
  )
})
