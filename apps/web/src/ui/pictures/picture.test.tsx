import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { Picture, TextOrPicture } from './picture.tsx'

const PNG = 'data:image/png;base64,'

test('enlarges a picture on click without triggering its container', async () => {
  const hand = userEvent.setup()
  const press = vi.fn<() => void>()
  renderInApp(
    <div onClick={press}>
      <TextOrPicture name="photo" text={`${PNG}AAAA`} />
    </div>,
  )

  await hand.click(screen.getByRole('button', { name: 'Enlarge photo' }))
  const large = await screen.findByRole('dialog', { name: 'photo · PNG, 3 B' })
  expect(large).toContainElement(screen.getAllByRole('img', { name: 'photo' }).at(-1) ?? null)

  await hand.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(press).not.toHaveBeenCalled()
})

test('does not load a truncated picture and reports a damaged one', () => {
  const { rerender } = renderInApp(<TextOrPicture name="photo" text={`${PNG}AAAA…`} />)
  expect(screen.getByText('A PNG picture, truncated')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()

  rerender(<TextOrPicture name="photo" text={`${PNG}AAAA`} />)
  fireEvent.error(screen.getByRole('img', { name: 'photo' }))
  expect(screen.getByText('PNG, 3 B, cannot be shown')).toBeVisible()
})

test('renders a text that merely starts like a picture as text', () => {
  renderInApp(<TextOrPicture name="photo" text={`${PNG}AAAA is how it begins`} />)

  expect(screen.getByText(/is how it begins$/)).toBeVisible()
})

test('shows the beginning of a data URL of another type', () => {
  renderInApp(<Picture name="Chart" url={`data:application/pdf;base64,${'A'.repeat(3_000_000)}`} />)

  expect(screen.getByText(/^data:application\/pdf/).textContent).toHaveLength(2_001)
})
