import type { Json, JsonObject } from '@lathe/contract'
import { expect, test } from 'vitest'
import { readModelInputs } from './model-call.ts'

const LETTERS = 'iVBORw0KGgoAAAAA'
const PNG = `data:image/png;base64,${LETTERS}`
const WEB = 'https://elsewhere.example/a.png'

const askedWith = (part: JsonObject, key = 'content') => {
  const message: JsonObject = { role: 'user', [key]: [{ type: 'text', text: 'What?' }, part] }
  // With a field that is none of ours they are read as another program's, and without it as our own.
  return [{ messages: [message] }, { messages: [[{ ...message, lc: 0 }]] }].map(
    (inputs: Json) => readModelInputs(inputs, {})?.messages[0]?.content,
  )
}

test.each<[string, JsonObject, string]>([
  ['chat completions', { type: 'image_url', image_url: { url: WEB } }, WEB],
  ['LangChain, as a text', { type: 'image_url', image_url: PNG }, PNG],
  ['Responses', { type: 'input_image', image_url: WEB }, WEB],
  ['LangChain 1, letters', { type: 'image', mimeType: 'image/png', data: LETTERS }, PNG],
  ['LangChain 1, Python', { type: 'image', mime_type: 'image/png', base64: LETTERS }, PNG],
  ['LangChain 1, address', { type: 'image', url: WEB }, WEB],
  [
    'LangChain 0.3',
    { type: 'image', source_type: 'base64', mime_type: 'image/png', data: LETTERS },
    PNG,
  ],
  [
    'Anthropic, letters',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: LETTERS } },
    PNG,
  ],
  ['Anthropic, address', { type: 'image', source: { type: 'url', url: WEB } }, WEB],
  ['MCP, of no kind', { type: 'image', data: LETTERS }, PNG],
  ['Vercel 4', { type: 'image', image: LETTERS, mimeType: 'image/*' }, PNG],
  ['one told as any file', { type: 'image', data: LETTERS, mimeType: 'binary/octet-stream' }, PNG],
  ['Vercel 5', { type: 'file', data: LETTERS, mediaType: 'image/png' }, PNG],
  ['Bedrock', { image: { format: 'png', source: { bytes: LETTERS } } }, PNG],
  ['Google', { inlineData: { mimeType: 'image/png', data: LETTERS } }, PNG],
])('reads a picture of %s', (_of, part, url) => {
  const content = [
    { type: 'text', text: 'What?' },
    { type: 'image_url', image_url: { url } },
  ]
  expect(askedWith(part)).toEqual([content, content])
})

test.each<[string, JsonObject, string]>([
  ['letters', { type: 'blob', modality: 'image', mime_type: 'image/png', content: LETTERS }, PNG],
  ['an address', { type: 'uri', modality: 'image', uri: WEB }, WEB],
  ['Pydantic AI', { type: 'binary', media_type: 'image/png', content: LETTERS }, PNG],
  ['Pydantic AI, an address', { type: 'image-url', url: WEB }, WEB],
  ['Google', { inline_data: { mime_type: 'image/png', data: LETTERS } }, PNG],
])('reads an OpenTelemetry picture as %s', (_of, part, url) => {
  const [, content] = askedWith(part, 'parts')

  expect(content).toContainEqual({ type: 'image_url', image_url: { url } })
})

test.each<[string, JsonObject]>([
  ['the id of a picture', { type: 'input_image', file_id: 'file-1' }],
  ['the id of one at Anthropic', { type: 'image', source: { type: 'file', file_id: 'f1' } }],
  ['a document', { type: 'file', mediaType: 'application/pdf', data: 'JVBERi0' }],
  ['audio', { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }],
  ['what is told as another kind', { type: 'image', data: 'PHA+', mimeType: 'text/html' }],
  ['letters of no kind anybody knows', { type: 'image', data: 'AAAA' }],
])('%s stays unchanged', (_what, part) => {
  const [first, second] = askedWith(part)

  expect(first?.at(1)).toEqual(part)
  expect(second?.at(1)).toEqual(part)
})

test('the detail of a picture is kept, and Responses texts become texts', () => {
  const content = (part: JsonObject) => askedWith(part)[0]?.at(1)

  expect(content({ type: 'image_url', image_url: { url: WEB, detail: 'low' } })).toEqual({
    type: 'image_url',
    image_url: { url: WEB, detail: 'low' },
  })
  expect(content({ type: 'input_image', image_url: WEB, detail: 'high' })).toEqual({
    type: 'image_url',
    image_url: { url: WEB, detail: 'high' },
  })
  expect(content({ type: 'input_text', text: 'Look' })).toEqual({ type: 'text', text: 'Look' })
})
