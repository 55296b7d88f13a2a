import { expect, test } from 'vitest'
import { describePicture } from './pictures.ts'

test.each([
  ['data:image/png;base64,AAAA', 'PNG, 3 B'],
  ['data:image/jpeg;base64,AA==', 'JPEG, 1 B'],
  ['data:image/gif;base64,AAAAA', 'A GIF picture, truncated'],
  ['data:image/svg+xml;base64,AAAA', undefined],
  ['https://elsewhere.example/a.png', undefined],
])('describes %s as %s', (url, words) => {
  expect(describePicture(url)).toBe(words)
})
