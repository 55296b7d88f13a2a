import { expect, test } from 'vitest'
import { excerpt, excerptOfInputs } from './excerpt.ts'

const photo = `data:image/png;base64,${'A'.repeat(4_000)}`

test('a picture is told by words wherever it stands, for its letters would be cut', () => {
  expect(excerpt({ photo })).toBe('PNG picture')
  expect(excerpt({ messages: [photo], n: 1 })).toBe('{"messages":["PNG picture"],"n":1}')
  expect(excerptOfInputs({ photo, question: 'What?' })).toBe('photo: PNG picture\nquestion: What?')
})

test('a text is as long as is shown', () => {
  expect(excerpt('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`)
})
