import { EditorView } from '@codemirror/view'
import type { PromptMessage } from '@lathe/contract'
import { Notifications } from '@mantine/notifications'
import { act, createEvent, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { MessagesEditor } from './messages-editor.tsx'

const PNG = 'data:image/png;base64,AAAA'
const user = (text: string, ...images: string[]): PromptMessage =>
  images.length > 0 ? { role: 'user', text, images } : { role: 'user', text }

function Edited({ first }: { first: PromptMessage }) {
  const [messages, setMessages] = useState([first])
  return (
    <>
      <MessagesEditor value={messages} onChange={setMessages} />
      <output>{JSON.stringify(messages[0])}</output>
    </>
  )
}

const show = (first: PromptMessage) =>
  renderInApp(
    <>
      <Edited first={first} />
      <Notifications />
    </>,
  )

const edited = (): unknown => JSON.parse(document.querySelector('output')?.textContent ?? '')
const field = (name: string) => screen.findByRole('textbox', { name })
const file = (bytes: number) => new File([new Uint8Array(bytes)], 'shot.png', { type: 'image/png' })

/** Simulates a paste. */
const write = (into: HTMLElement, insert: string) =>
  act(() => EditorView.findFromDOM(into)?.dispatch({ changes: { from: 0, insert } }))

async function paste(picture: File) {
  const text = await field('Text of message 1')
  const clipboardData = { types: ['Files'], files: [picture] }
  fireEvent(text, createEvent.paste(text, { clipboardData }))
}

test('adds a picture by URL and removes it', async () => {
  const hand = userEvent.setup()
  show(user('What is this?'))

  await hand.click(screen.getByRole('button', { name: 'Add picture to message 1' }))
  const address = await field('Address of picture 1 of message 1')
  expect(address).toHaveTextContent('https://… or {{photo}}')
  write(address, '{{pho\nto}}\n')
  expect(address.textContent).toBe('{{photo}}')
  expect(edited()).toEqual(user('What is this?', '{{photo}}'))

  await hand.click(screen.getByRole('button', { name: 'Remove picture 1 of message 1' }))
  expect(edited()).toEqual(user('What is this?'))
})

test('appends a pasted picture and replaces a URL with a chosen file', async () => {
  const hand = userEvent.setup()
  const { container } = show(user('', '{{photo}}'))

  await paste(file(3))
  expect(await screen.findByRole('img', { name: 'picture 2 of message 1' })).toBeVisible()
  expect(screen.getByText('PNG, 3 B')).toBeVisible()
  expect(edited()).toEqual(user('', '{{photo}}', PNG))

  const chooser = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  if (chooser) await hand.upload(chooser, file(3))
  expect(await screen.findByRole('img', { name: 'picture 1 of message 1' })).toBeVisible()
  expect(edited()).toEqual(user('', PNG, PNG))
})

test('reorders pictures', async () => {
  const hand = userEvent.setup()
  show(user('', PNG, '{{photo}}'))

  await hand.click(await screen.findByRole('button', { name: 'Move picture 2 of message 1 up' }))

  expect(edited()).toEqual(user('', '{{photo}}', PNG))
  expect(await field('Address of picture 1 of message 1')).toHaveTextContent('{{photo}}')
})

test('rejects a picture too large for a template and suggests an alternative', async () => {
  show(user('Look'))

  await paste(file(150_000))

  expect(await screen.findByText(/shot\.png has 150.* Use \{\{photo\}\}/)).toBeVisible()
  expect(edited()).toEqual(user('Look'))
})

test('rejects a pasted URL that is too long for a template', async () => {
  show(user('Look', ''))
  const address = await field('Address of picture 1 of message 1')
  const clipboardData = { types: ['text/plain'], files: [], getData: () => 'a'.repeat(200_001) }

  fireEvent(address, createEvent.paste(address, { clipboardData }))

  expect(await screen.findByText(/This address is too long/)).toBeVisible()
  expect(edited()).toEqual(user('Look', ''))
})

test('allows pictures only in user messages', async () => {
  const hand = userEvent.setup()
  show(user('Look', PNG))

  await hand.click(await screen.findByRole('combobox', { name: 'Role of message 1' }))
  await hand.click(await screen.findByRole('option', { name: 'System', hidden: true }))
  expect(edited()).toEqual({ role: 'system', text: 'Look' })
  expect(screen.queryByRole('button', { name: 'Add picture to message 1' })).toBeNull()

  await paste(file(3))
  expect(await screen.findByText(/accept pictures only in user messages/)).toBeVisible()
})
