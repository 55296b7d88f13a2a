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
      leaving={leaving}
      shown={['a', 'b']}
      selection={selection}
      bulk={<p>{[...selection.ids].join()} chosen</p>}
      tail={{ isLive, waiting, isMoreWaiting, onRelease: release, lostSince: undefined }}
    />
  )
}
const release = vi.fn<() => void>()

test('chooses all rows at once, and lets them go', async () => {
  const user = userEvent.setup()
  renderInApp(<Strip />)

  await user.click(screen.getByRole('checkbox', { name: 'Select the rows' }))
  expect(screen.getByText('a,b chosen')).toBeVisible()

  await user.click(screen.getByRole('checkbox', { name: 'Select the rows' }))
  expect(screen.getByText('2 traces')).toBeVisible()
})

test('says whether rows come in by themselves, and shows those that wait when asked', async () => {
  const user = userEvent.setup()
  const { rerender } = renderInApp(<Strip />)
  expect(screen.getByText('Live')).toBeVisible()

  rerender(<Strip isLive={false} />)
  expect(screen.getByText('Waits while you read')).toBeVisible()

  rerender(<Strip isLive={false} waiting={3} />)
  await user.click(screen.getByRole('button', { name: '3 new' }))
  expect(release).toHaveBeenCalledOnce()

  rerender(<Strip isLive={false} waiting={100} isMoreWaiting />)
  expect(screen.getByRole('button', { name: '100+ new' })).toBeVisible()
})

test('does not count those that are being deleted among the others', () => {
  renderInApp(<Strip leaving={2} />)

  expect(screen.getByText('0 traces · 2 being deleted')).toBeVisible()
})

test('says that there are more than were counted', () => {
  renderInApp(<Strip isPartial />)

  expect(screen.getByText('2+ traces')).toBeVisible()
})
