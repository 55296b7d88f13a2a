import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { ListStrip } from './list-strip.tsx'
import { useSelection } from './use-selection.ts'

type StripOptions = {
  pendingCount?: number
  hasMorePending?: boolean
  isLive?: boolean
  leavingCount?: number
  isPartial?: boolean
}

function TestStrip({
  pendingCount = 0,
  hasMorePending = false,
  isLive = true,
  leavingCount = 0,
  isPartial = false,
}: StripOptions) {
  const selection = useSelection('')
  return (
    <ListStrip
      total={{ count: 2, isPartial }}
      pendingCount={leavingCount}
      visibleIds={['a', 'b']}
      selection={selection}
      bulk={<p>{[...selection.ids].join()} chosen</p>}
      tail={{ isLive, pendingCount, hasMorePending, onRelease: release, lostSince: undefined }}
    />
  )
}
const release = vi.fn<() => void>()

test('the checkbox selects and deselects all rows', async () => {
  const user = userEvent.setup()
  renderInApp(<TestStrip />)

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  expect(screen.getByText('a,b chosen')).toBeVisible()

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  expect(screen.getByText('2 traces')).toBeVisible()
})

test('shows whether updates are live and releases held rows on click', async () => {
  const user = userEvent.setup()
  const { rerender } = renderInApp(<TestStrip />)
  expect(screen.getByText('Live')).toBeVisible()

  rerender(<TestStrip isLive={false} />)
  expect(screen.getByText('Paused')).toBeVisible()

  rerender(<TestStrip isLive={false} pendingCount={3} />)
  await user.click(screen.getByRole('button', { name: '3 new' }))
  expect(release).toHaveBeenCalledOnce()

  rerender(<TestStrip isLive={false} pendingCount={100} hasMorePending />)
  expect(screen.getByRole('button', { name: '100+ new' })).toBeVisible()
})

test('excludes traces being deleted from the count', () => {
  renderInApp(<TestStrip leavingCount={2} />)

  expect(screen.getByText('0 traces · 2 being deleted')).toBeVisible()
})

test('marks a partial count with a plus sign', () => {
  renderInApp(<TestStrip isPartial />)

  expect(screen.getByText('2+ traces')).toBeVisible()
})
