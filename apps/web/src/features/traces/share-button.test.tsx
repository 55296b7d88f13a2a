import type { TraceShare } from '@lathe/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ShareButton } from './share-button.tsx'
import { span, trace } from './testing.ts'

test('the panel keeps the focus when a link is created and revoked by keyboard', async () => {
  let shares: TraceShare[] = []
  const traces = {
    shares: fake.traces.shares.handler(() => shares),
    share: fake.traces.share.handler(() => {
      const share = { token: uuid(9), spanId: uuid(1), createdAt: 0, expiresAt: null }
      shares = [share]
      return share
    }),
    revokeShare: fake.traces.revokeShare.handler(() => {
      shares = []
      return {}
    }),
  }
  onTestFinished(serveFake({ traces }))
  const user = userEvent.setup()
  renderInApp(<ShareButton trace={trace(1)} spans={[span()]} />)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const dialog = await screen.findByRole('dialog')

  await user.click(await screen.findByRole('button', { name: 'Create link' }))
  await screen.findByRole('button', { name: 'Revoke' })
  expect(dialog.contains(document.activeElement)).toBe(true)

  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  await screen.findByRole('button', { name: 'Create link' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
})

test('a new link expires after 30 days unless another expiry is selected', async () => {
  const expiries: unknown[] = []
  const traces = {
    shares: fake.traces.shares.handler(() => []),
    share: fake.traces.share.handler(({ input }) => {
      expiries.push(input.expiresAt)
      return { token: uuid(9), spanId: uuid(1), createdAt: 0, expiresAt: null }
    }),
  }
  onTestFinished(serveFake({ traces }))
  const user = userEvent.setup()
  renderInApp(<ShareButton trace={trace(1)} spans={[span()]} />)
  await user.click(screen.getByRole('button', { name: 'Share' }))
  const before = Date.now() * 1_000

  await user.click(await screen.findByRole('button', { name: 'Create link' }))

  await expect.poll(() => expiries.length).toBe(1)
  const days = (Number(expiries[0]) - before) / 86_400_000_000
  expect(days).toBeGreaterThanOrEqual(30)
  expect(days).toBeLessThan(30.1)
})
