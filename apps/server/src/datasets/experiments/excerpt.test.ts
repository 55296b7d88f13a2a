import { expect, test } from 'vitest'
import { excerpt, inputsTold, whole } from './excerpt.ts'

const photo = `data:image/png;base64,${'A'.repeat(4_000)}`

test('a picture is told by words wherever it stands, for its letters would be cut', () => {
  expect(excerpt({ photo })).toBe('PNG picture')
  expect(excerpt({ messages: [photo], n: 1 })).toBe('{"messages":["PNG picture"],"n":1}')
  expect(inputsTold({ photo, question: 'What?' }, excerpt)).toBe(
    'photo: PNG picture\nquestion: What?',
  )
})

test('a text is as long as is shown, and whole in a file', () => {
  expect(excerpt('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`)
  expect(whole('x'.repeat(601))).toBe('x'.repeat(601))
})
