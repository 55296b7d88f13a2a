import { expect, test } from 'vitest'
import { describePicture, pictureFiles } from './pictures.ts'

test.each([
  ['data:image/png;base64,AAAA', 'PNG, 3 B'],
  ['data:image/jpeg;base64,AA==', 'JPEG, 1 B'],
  ['data:image/gif;base64,AAAAA', 'A GIF picture, truncated'],
  ['data:image/svg+xml;base64,AAAA', undefined],
  ['https://elsewhere.example/a.png', undefined],
])('describes %s as %s', (url, words) => {
  expect(describePicture(url)).toBe(words)
})

const given = (types: string[], ...files: { type: string }[]) =>
  // The cast holds: `picturesIn` reads only these properties.
  pictureFiles({ types, files: files as unknown as FileList })

test('returns picture files that were pasted without text', () => {
  const [picture, table] = [{ type: 'image/png' }, { type: 'text/csv' }]

  expect(given(['Files'], picture, table)).toEqual([picture])
  expect(given(['text/plain', 'text/html', 'Files'], picture)).toEqual([])
  expect(given(['text/plain'])).toEqual([])
})
