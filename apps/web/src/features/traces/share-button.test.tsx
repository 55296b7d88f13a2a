import type { TraceShare } from '@lathe/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ShareButton } from './share-button.tsx'
import { span, trace } from './testing.ts'

test('whoever makes a link and revokes it by keys stays where links are made', async () => {
  let made: TraceShare[] = []
  const traces = {
    shares: fake.traces.shares.handler(() => made),
    share: fake.traces.share.handler(() => {
      const share = { token: uuid(9), spanId: uuid(1), createdAt: 0, expiresAt: null }
      made = [share]
      return share
    }),
    revokeShare: fake.traces.revokeShare.handler(() => {
      made = []
      return {}
    }),
  }
  onTestFinished(serveFake({ traces }))
  const user = userEvent.setup()
  renderInApp(<ShareButton trace={trace(1)} spans={[span()]} />)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const dialog = await screen.findByRole('dialog')

  await user.click(await screen.findByRole('button', { name: 'Make a link' }))
  await screen.findByRole('button', { name: 'Revoke' })
  expect(dialog.contains(document.activeElement)).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  await screen.findByRole('button', { name: 'Make a link' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull()
})
