import type { Json } from '@lathe/contract'
import { Notifications } from '@mantine/notifications'
import { createEvent, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { PictureValueField } from './picture-value-field.tsx'

function Edited({ isText }: { isText: boolean }) {
  const [value, setValue] = useState<Json>()
  return (
    <>
      <PictureValueField label="photo" isText={isText} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
      <Notifications />
    </>
  )
}

const paste = (bytes: number, type = 'image/png') => {
  const field = screen.getByLabelText('photo')
  const files = [new File([new Uint8Array(bytes)], 'shot.png', { type })]
  fireEvent(field, createEvent.paste(field, { clipboardData: { types: ['Files'], files } }))
}
const held = () => document.querySelector('output')?.textContent

test('replaces a text value with a pasted picture until it is removed', async () => {
  renderInApp(<Edited isText />)

  paste(3)
  expect(await screen.findByRole('img', { name: 'photo' })).toBeVisible()
  expect(held()).toBe('"data:image/png;base64,AAAA"')

  await userEvent.click(screen.getByRole('button', { name: 'Remove the picture of photo' }))
  expect(screen.getByLabelText('photo')).toHaveValue('')
  expect(held()).toBe('')
})

test('rejects a picture that is too large, or that is pasted into a JSON field', async () => {
  const { unmount } = renderInApp(<Edited isText />)
  paste(800_000)
  expect(await screen.findByText(/shot\.png has 800.* Make it smaller/)).toBeVisible()
  expect(held()).toBe('')
  unmount()

  renderInApp(<Edited isText={false} />)
  paste(3)
  expect(await screen.findByText(/Only text fields accept picture files/)).toBeVisible()
  expect(held()).toBe('')
})
