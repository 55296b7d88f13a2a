import { expect, test } from 'vitest'
import { pictureFiles } from './pasted-pictures.ts'

const given = (types: string[], ...files: { type: string }[]) =>
  // The cast holds: `picturesIn` reads only these properties.
  pictureFiles({ types, files: files as unknown as FileList })

test('returns picture files that were pasted without text', () => {
  const [picture, table] = [{ type: 'image/png' }, { type: 'text/csv' }]

  expect(given(['Files'], picture, table)).toEqual([picture])
  expect(given(['text/plain', 'text/html', 'Files'], picture)).toEqual([])
  expect(given(['text/plain'])).toEqual([])
})
