import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { formatCost } from '../../lib/format/format.ts'
import { dollars } from '../../ui/charts/chart-table-data.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { TimePanel } from './time-panel.tsx'

test('the CSV of a chart states its unit', async () => {
  const user = userEvent.setup()
  await renderPages('/', {
    '/': () => (
      <TimePanel
        title="Cost"
        total=""
        shape="bars"
        lines={[{ label: 'cost', colour: 'red' }]}
        data={[{ at: 0, cost: 1_500_000_000, unpriced: 2 }]}
        format={formatCost}
        unit={dollars}
        extraCounts={['unpriced']}
      />
    ),
  })

  await user.click(screen.getByRole('button', { name: 'Show Cost as a table' }))
  await user.click(screen.getByRole('button', { name: 'Copy Cost as CSV' }))

  expect(screen.getByRole('columnheader', { name: 'cost' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(
    'time,cost USD,unpriced\r\n1970-01-01T00:00:00.000Z,1.5,2',
  )
})
