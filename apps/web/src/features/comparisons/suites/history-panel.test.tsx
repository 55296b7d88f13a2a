import { screen, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SuiteRun } from '@lathe/contract'
import { ComposedChart, Line, XAxis, YAxis } from 'recharts'
import { formatCost } from '../../../lib/format/format.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { dollars } from '../../../ui/charts/chart-table-data.ts'
import { HistoryPanel, RunDot } from './history-panel.tsx'
import { type HistoryPoint, historyPoints } from './history-points.ts'

test('exports costs in dollars with the unit in the header', async () => {
  const user = userEvent.setup()
  const unknown = { level: null, interval: null, baseline: null, p50: null, baselineP50: null }
  const point: HistoryPoint = {
    ...unknown,
    id: 'a',
    label: 'v1',
    createdAt: 0,
    isRegression: false,
    cost: 2_500_000,
    baselineCost: null,
    explain: () => '',
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

const run: SuiteRun = {
  id: 'r',
  status: 'stopped',
  version: 3,
  baselineVersion: 1,
  cells: { total: 8, done: 2, failed: 0 },
  verdict: null,
  createdAt: 1,
}

test('marks an unknown value in the chart with its reason', async () => {
  const [unknown] = historyPoints([run])
  const knownMetric = unknown && { ...unknown, id: 's', level: 0.5 }

  render(
    <ComposedChart width={300} height={200} data={[unknown, knownMetric]}>
      <XAxis dataKey="id" />
      <YAxis domain={[0, 1]} />
      <Line dataKey="level" dot={<RunDot figure="level" />} isAnimationActive={false} />
    </ComposedChart>,
  )

  const mark = await screen.findByText('v3: unknown. Ended before it was judged')
  expect(mark.closest('circle')).toBeInTheDocument()
  expect(document.querySelectorAll('circle')).toHaveLength(2)
})
