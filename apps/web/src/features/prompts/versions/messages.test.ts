import { expect, test } from 'vitest'
import { textOfMessage } from './messages.ts'

const shows = (...images: string[]) => textOfMessage({ role: 'user', text: 'Look', images })

test('a message is told with its pictures, by which two versions may differ alone', () => {
  expect(shows('{{photo}}', 'https://example.com/a.png')).toBe(
    'Look\n{{photo}}\nhttps://example.com/a.png',
  )
  expect(textOfMessage({ role: 'system', text: 'Look' })).toBe('Look')
})

test('embedded pictures are told apart without being shown letter by letter', () => {
  const embedded = (letter: string) =>
    `data:image/png;base64,${'A'.repeat(500)}${letter.repeat(500)}${'A'.repeat(500)}`

  expect(shows(embedded('b')).length).toBeLessThan(150)
  expect(shows(embedded('b'))).not.toBe(shows(embedded('c')))
})
