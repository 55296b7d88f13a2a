import type { PromptMessage } from '@lathe/contract'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { MessagePictures } from './message-pictures.tsx'

const picture = (letters: string) => `data:image/png;base64,${letters}`

function Editor({
  first,
  onChange,
}: {
  first: PromptMessage
  onChange: (m: PromptMessage) => void
}) {
  const [message, setMessage] = useState(first)
  const change = (next: PromptMessage) => {
    setMessage(next)
    onChange(next)
  }
  return (
    <MessagePictures messageName="message 1" message={message} onChange={change}>
      {null}
    </MessagePictures>
  )
}

test('sets the detail of pictures and keeps it when one is removed', () => {
  const images = [picture('AAAA'), picture('BBBB')]
  const seen: PromptMessage[] = []
  const first: PromptMessage = { role: 'user', text: 'What?', images }
  renderInApp(<Editor first={first} onChange={(message) => seen.push(message)} />)

  fireEvent.click(screen.getByRole('combobox', { name: 'Detail' }))
  fireEvent.click(screen.getByRole('option', { name: 'Low: fewer tokens', hidden: true }))
  expect(seen.at(-1)).toEqual({ ...first, detail: 'low' })

  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1 of message 1' }))
  expect(seen.at(-1)).toEqual({ ...first, images: [images[1]], detail: 'low' })

  fireEvent.click(screen.getByRole('button', { name: 'Remove picture 1 of message 1' }))
  expect(seen.at(-1)).toEqual({ role: 'user', text: 'What?' })
})
