import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { ListStrip } from './list-strip.tsx'
import { useSelection } from './use-selection.ts'

type Shown = {
  waiting?: number
  isMoreWaiting?: boolean
  isLive?: boolean
  leaving?: number
  isPartial?: boolean
}

function Strip({
  waiting = 0,
  isMoreWaiting = false,
  isLive = true,
  leaving = 0,
  isPartial = false,
}: Shown) {
  const selection = useSelection('')
  return (
    <ListStrip
      total={{ count: 2, isPartial }}
      pendingCount={leaving}
      shownIds={['a', 'b']}
      selection={selection}
      bulk={<p>{[...selection.ids].join()} chosen</p>}
      tail={{ isLive, waiting, isMoreWaiting, onRelease: release, lostSince: undefined }}
    />
  )
}
const release = vi.fn<() => void>()

test('the checkbox selects and deselects all rows', async () => {
  const user = userEvent.setup()
  renderInApp(<Strip />)

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  expect(screen.getByText('a,b chosen')).toBeVisible()

  await user.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
  expect(screen.getByText('2 traces')).toBeVisible()
})

test('shows whether updates are live and releases held rows on click', async () => {
  const user = userEvent.setup()
  const { rerender } = renderInApp(<Strip />)
  expect(screen.getByText('Live')).toBeVisible()

  rerender(<Strip isLive={false} />)
  expect(screen.getByText('Paused')).toBeVisible()

  rerender(<Strip isLive={false} waiting={3} />)
  await user.click(screen.getByRole('button', { name: '3 new' }))
  expect(release).toHaveBeenCalledOnce()

  rerender(<Strip isLive={false} waiting={100} isMoreWaiting />)
  expect(screen.getByRole('button', { name: '100+ new' })).toBeVisible()
})

test('excludes traces being deleted from the count', () => {
  renderInApp(<Strip leaving={2} />)

  expect(screen.getByText('0 traces · 2 being deleted')).toBeVisible()
})

test('marks a partial count with a plus sign', () => {
  renderInApp(<Strip isPartial />)

  expect(screen.getByText('2+ traces')).toBeVisible()
})
