import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { Picture } from './picture.tsx'
import { ShownText } from './shown-text.tsx'

const PNG = 'data:image/png;base64,'

test('a picture is large when it is pressed, which what it is in does not hear of', async () => {
  const hand = userEvent.setup()
  const press = vi.fn<() => void>()
  renderInApp(
    <div onClick={press}>
      <ShownText name="photo" text={`${PNG}AAAA`} />
    </div>,
  )

  await hand.click(screen.getByRole('button', { name: 'Enlarge photo' }))
  const large = await screen.findByRole('dialog', { name: 'photo · PNG, 3 B' })
  expect(large).toContainElement(screen.getAllByRole('img', { name: 'photo' }).at(-1) ?? null)

  await hand.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(press).not.toHaveBeenCalled()
})

test('a picture that is cut is not loaded, and one that is damaged says so', () => {
  const { rerender } = renderInApp(<ShownText name="photo" text={`${PNG}AAAA…`} />)
  expect(screen.getByText('A PNG picture, truncated')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()

  rerender(<ShownText name="photo" text={`${PNG}AAAA`} />)
  fireEvent.error(screen.getByRole('img', { name: 'photo' }))
  expect(screen.getByText('PNG, 3 B, cannot be shown')).toBeVisible()
})

test('a text that only begins as a picture is a text', () => {
  renderInApp(<ShownText name="photo" text={`${PNG}AAAA is how it begins`} />)

  expect(screen.getByText(/is how it begins$/)).toBeVisible()
})

test('of an address that holds a file of another kind the beginning is shown', () => {
  renderInApp(<Picture name="Chart" url={`data:application/pdf;base64,${'A'.repeat(3_000_000)}`} />)

  expect(screen.getByText(/^data:application\/pdf/).textContent).toHaveLength(2_001)
})
