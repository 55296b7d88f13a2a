import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SavedView } from '@lathe/contract'
import { expect, onTestFinished, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { ViewMenu } from './view-menu.tsx'

test('a view is renamed from the name it has, and the menu closes', async () => {
  const id = '01a20862-385a-74a0-a10e-e2e387b83ce5'
  let view: SavedView = { id, name: 'Failures', filter: '', range: null, columns: [], createdAt: 0 }
  const edit = fake.savedViews.edit.handler(({ input: { name = '' } }) => {
    view = { ...view, name }
    return view
  })
  onTestFinished(
    serveFake({ savedViews: { list: fake.savedViews.list.handler(() => [view]), edit } }),
  )
  const user = userEvent.setup()
  await renderPages(`/traces?view=${id}`, { '/traces': () => <ViewMenu /> })
  await user.click(await screen.findByRole('button', { name: 'View: Failures' }))

  const field = await screen.findByRole('textbox', { name: 'Rename Failures' })
  expect(field).toHaveValue('Failures')
  await user.type(field, ' of today{Enter}')

  expect(await screen.findByRole('button', { name: 'View: Failures of today' })).toBeVisible()
  expect(screen.queryByRole('menu')).toBeNull()
})
