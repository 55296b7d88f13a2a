import { expect, test } from 'vitest'
import { excerpt, inputsTold, whole } from './excerpt.ts'

const photo = `data:image/png;base64,${'A'.repeat(4_000)}`

test('describes a picture in words instead of cutting its data', () => {
  expect(excerpt({ photo })).toBe('PNG picture')
  expect(excerpt({ messages: [photo], n: 1 })).toBe('{"messages":["PNG picture"],"n":1}')
  expect(inputsTold({ photo, question: 'What?' }, excerpt)).toBe(
    'photo: PNG picture\nquestion: What?',
  )
})

test('cuts text to the displayed length and keeps it whole in files', () => {
  expect(excerpt('x'.repeat(601))).toBe(`${'x'.repeat(600)}…`)
  expect(whole('x'.repeat(601))).toBe('x'.repeat(601))
})
