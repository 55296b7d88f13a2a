import { Button, Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { DisabledReason } from './disabled-reason.tsx'

const LACK = 'There are twelve already'

test('keeps a disabled button focusable with its reason and blocks the click', async () => {
  const onClick = vi.fn<() => void>()
  renderInApp(
    <DisabledReason reason={LACK}>
      <Button onClick={onClick}>Add</Button>
    </DisabledReason>,
  )

  await userEvent.tab()
  await userEvent.keyboard('{Enter}')

  const button = screen.getByRole('button', { name: 'Add' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(LACK)
  expect(await screen.findByRole('tooltip')).toHaveTextContent(LACK)
  expect(onClick).not.toHaveBeenCalled()
})

test('blocks form submission while the button is disabled', async () => {
  const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault())
  const form = (disabledReason: string | false) => (
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <DisabledReason reason={disabledReason}>
        <Button type="submit">Save</Button>
      </DisabledReason>
    </form>
  )
  const { rerender } = renderInApp(form('Enter a name'))
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()

  rerender(form(false))

  await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('opens its menu only while enabled', async () => {
  const menu = (disabledReason: string | false) => (
    <Menu>
      <Menu.Target>
        <DisabledReason reason={disabledReason}>
          <Button>Add</Button>
        </DisabledReason>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>A prompt</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
  const { rerender } = renderInApp(menu(LACK))
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()

  rerender(menu(false))

  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByRole('menuitem', { name: 'A prompt' })).toBeInTheDocument()
})
