import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { toolContent } from './tool-content.ts'

const url = 'data:image/png;base64,iVBORw0KGgo='
const picture = { type: 'image', mediaType: 'image/png', bytes: 8, url }
const shown = { type: 'image_url', image_url: { url } }
const told = '{"type":"image","mediaType":"image/png","bytes":8}'

test.each<[string, Json, unknown]>([
  ['text', 'Sunny', 'Sunny'],
  ['data', { degrees: 21 }, '{"degrees":21}'],
  ['a list', ['a', 'b'], '["a","b"]'],
  ['a picture', picture, [{ type: 'text', text: told }, shown]],
  ['text and a picture', ['Here:', picture], [{ type: 'text', text: `Here:\n${told}` }, shown]],
  ['a picture elsewhere', { type: 'image', url: 'https://a.example/b.png' }, expect.any(String)],
  [
    'a picture that was cut',
    { ...picture, url: url.slice(0, -3) },
    `${told.slice(0, -1)},"url":"a PNG picture, cut"}`,
  ],
  [
    'another kind of file',
    { type: 'image', url: 'data:image/svg+xml;base64,PHN2Zz4=' },
    expect.any(String),
  ],
])('toolContent converts %s to message content', (_, result, content) => {
  expect(toolContent(result)).toEqual(content)
})
