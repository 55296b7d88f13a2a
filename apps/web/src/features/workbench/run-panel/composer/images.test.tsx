import { expect, test } from 'vitest'
import { userMessage, userMessageText, resentInput } from './chat-input.ts'
import { imagesIn, readImages } from './images.ts'

const URL = 'data:image/png;base64,AAAA'

test('text with pictures is sent as parts and can be read back', () => {
  const message = userMessage('Look', [{ url: URL }])

  expect(message).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: URL } },
      ],
    },
  ])
  expect(userMessageText(message)).toBe('Look')
  expect(imagesIn(message)).toEqual([URL])
})

test('text alone is sent as a string', () => {
  expect(userMessage('Hi')).toEqual([{ role: 'user', content: 'Hi' }])
})

test('a remote picture is not shown', () => {
  const content = [{ type: 'image_url', image_url: { url: 'https://elsewhere/x.png' } }]

  expect(imagesIn([{ role: 'user', content }])).toEqual([])
})

test('files that are not pictures or too large are rejected by name', async () => {
  const text = new File(['x'], 'notes.txt', { type: 'text/plain' })
  const largeFile = new File([new Uint8Array(6 * 1024 * 1024)], 'large.png', { type: 'image/png' })
  const small = new File([new Uint8Array(3)], 'small.png', { type: 'image/png' })

  const { images, problem } = await readImages([text, largeFile, small], 0)

  expect(images).toMatchObject([{ name: 'small.png', url: URL }])
  expect(problem).toContain('notes.txt is not a PNG')
  expect(problem).toContain('large.png has 6.0 MiB')
})

test('a picture in a tool result is found', () => {
  const picture = { type: 'image', mediaType: 'image/png', url: URL }

  expect(imagesIn(['Drawn', picture])).toEqual([URL])
  expect(imagesIn({ type: 'image', url: 'https://elsewhere.example/a.png' })).toEqual([])
})

test('an edited message keeps its pictures', () => {
  const input = { messages: userMessage('Look', [{ url: URL }]), depth: 2 }

  expect(resentInput(input, 'Look closer')).toEqual({
    messages: userMessage('Look closer', [{ url: URL }]),
    depth: 2,
  })
  expect(resentInput(input, undefined)).toEqual(input)
})
