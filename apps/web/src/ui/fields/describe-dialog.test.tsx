import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { type NameAndDescription, DescribeDialog, emptyDescription } from './describe-dialog.tsx'

test('keeps the dialog open and shows the error when the name is rejected', async () => {
  const saved: object[] = []
  const save = async (next: { name: string; description: string }) => {
    if (next.name === 'taken') throw new Error('Another has this name')
    saved.push(next)
  }
  const onClose = vi.fn<() => void>()
  const user = userEvent.setup()
  renderInApp(
    <DescribeDialog
      title="Rename"
      item={{ name: 'old', description: '' }}
      save={save}
      onClose={onClose}
    />,
  )
  const field = await screen.findByLabelText(/Name/)

  await user.clear(field)
  await user.type(field, 'taken{Enter}')
  expect(await screen.findByText('Another has this name')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()

  await user.clear(field)
  await user.type(field, ' free ')
  await user.type(screen.getByLabelText('Description'), 'at last')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(saved).toEqual([{ name: 'free', description: 'at last' }])
})

test('reports an invalid name while typing and does not submit it', async () => {
  const save = vi.fn<(next: NameAndDescription) => Promise<void>>(async () => {})
  const user = userEvent.setup()
  renderInApp(
    <DescribeDialog
      title="New"
      item={emptyDescription}
      validateName={(name) => (name.includes(' ') ? 'without spaces' : undefined)}
      saveLabel="Create"
      save={save}
      onClose={() => {}}
    />,
  )
  const field = await screen.findByLabelText(/Name/)
  expect(screen.queryByText('without spaces')).toBeNull()

  await user.type(field, 'two words{Enter}')
  expect(screen.getByText('without spaces')).toBeVisible()
  expect(save).not.toHaveBeenCalled()

  await user.clear(field)
  await user.type(field, 'one{Enter}')
  await waitFor(() => expect(save.mock.calls[0]?.[0]).toEqual({ name: 'one', description: '' }))
})
