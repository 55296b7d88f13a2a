import { expect, test } from 'vitest'
import { messageText } from './messages.ts'

test('joins the text parts of a message without separators', () => {
  const image = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AA==' } }

  expect(messageText({ content: 'Hello' })).toBe('Hello')
  expect(
    messageText({ content: [{ type: 'text', text: 'Hel' }, image, { type: 'text', text: 'lo' }] }),
  ).toBe('Hello')
})
