import type { JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { settingDocument } from '../../testing/documents.ts'
import { runTitle } from './run-title.ts'

const titleOf = (input: JsonObject, channels = Object.keys(input)) =>
  runTitle({ ...settingDocument(), input: channels }, input)

test.each<[string, JsonObject, string]>([
  ['a text', { question: 'What is\n a  superstep?' }, 'What is a superstep?'],
  ['a number', { count: 7 }, '7'],
  ['a picture', { photo: 'data:image/png;base64,AAAA' }, 'Picture'],
  ['a picture on several lines, cut', { photo: 'data:image/png;base64,AAAA\nAA' }, 'Picture'],
  ['a picture of another kind', { photo: 'data:image/svg+xml;base64,AAAA' }, 'Picture'],
  [
    'what is said of pictures',
    { ask: 'data:image/png;base64, and then?' },
    'data:image/png;base64, and then?',
  ],
  ['words beside a picture', { photo: 'data:image/png;base64,AAAA', ask: 'What?' }, 'What?'],
  [
    'the last message',
    {
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'user', content: 'Bye' },
      ],
    },
    'Bye',
  ],
  [
    'a message of parts',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Look' }] }] },
    'Look',
  ],
  [
    'words before a picture',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
    },
    'Look',
  ],
  ['the first field of an object', { ticket: { subject: 'Refund' } }, 'Refund'],
  ['the first channel that says something', { empty: '', topic: 'Bees' }, 'Bees'],
  ['nothing', {}, ''],
])('takes the title from %s', (_, input, title) => {
  expect(titleOf(input)).toBe(title)
})

test('cuts the title to one line', () => {
  expect(titleOf({ text: 'word '.repeat(100) })).toHaveLength(80)
})

test('reads only the beginning of a long text', () => {
  const title = titleOf({ text: 'word '.repeat(100) })

  expect(titleOf({ text: `  ${'word '.repeat(50_000)}` })).toBe(title)
  expect(titleOf({ text: `a${' '.repeat(50_000)}b` })).toBe('a b')
})
