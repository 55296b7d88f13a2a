import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SavedView } from '@lathe/contract'
import { expect, onTestFinished, test } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { ViewMenu } from './view-menu.tsx'

test('renames a view and closes the menu', async () => {
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

test('undoing the deletion of an open view opens it again', async () => {
  const id = '01a20862-385a-74a0-a10e-e2e387b83ce5'
  const view = { id, name: 'Failures', filter: '', range: null, columns: [], createdAt: 0 }
  let views: SavedView[] = [view]
  const savedViews = {
    list: fake.savedViews.list.handler(() => views),
    delete: fake.savedViews.delete.handler(() => {
      views = []
      return {}
    }),
    restore: fake.savedViews.restore.handler(() => {
      views = [view]
      return view
    }),
  }
  onTestFinished(serveFake({ savedViews }))
  const user = userEvent.setup()
  const { router } = await renderPages(`/traces?view=${id}`, { '/traces': () => <ViewMenu /> })
  await user.click(await screen.findByRole('button', { name: 'View: Failures' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete Failures' }))
  await screen.findByRole('button', { name: 'Views' })
  expect(router.state.location.search).not.toHaveProperty('view', id)

  await user.click(await screen.findByRole('button', { name: 'Undo' }))

  expect(await screen.findByRole('button', { name: 'View: Failures' })).toBeVisible()
})
