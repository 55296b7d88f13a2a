import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { validateJson } from '../json-schema/validate.ts'
import { inputSchema } from '../state/schema.ts'
import { templates } from '../templates/index.ts'
import { exampleInput } from './example-input.ts'
import { connectSnippets } from './snippets.ts'

const document = GraphDocument.parse({
  format: 1,
  state: {
    topic: { type: 'string', enum: ["it's", 'b'] },
    depth: { type: 'number', minimum: 3 },
    isLong: { type: 'boolean' },
    options: {
      type: 'object',
      properties: { size: { type: 'integer' }, note: { type: 'string' } },
      required: ['size'],
    },
    tags: { type: 'array' },
  },
  input: ['topic', 'depth', 'isLong', 'options', 'tags'],
  output: ['topic'],
  nodes: {},
  edges: [],
})
const connection = { url: 'http://127.0.0.1:4747', agent: 'support', document, requireKeys: false }
const textOf = (id: string, given: Partial<typeof connection> = {}) =>
  connectSnippets({ ...connection, ...given }).find((snippet) => snippet.id === id)?.text ?? ''

test('exampleInput matches the input channels of every template', () => {
  const documents = [document, ...templates.map((template) => template.document)]

  const issues = documents.map((one) => validateJson(inputSchema(one), exampleInput(one)))

  expect(issues.flat()).toEqual([])
  expect(exampleInput(document)).toEqual({
    topic: "it's",
    depth: 3,
    isLong: true,
    options: { size: 1 },
    tags: [],
  })
})

test('a quote in the input is escaped for the shell', () => {
  expect(textOf('curl')).toContain(String.raw`"topic":"it'\''s"`)
})

test('Python snippets use Python literals', () => {
  expect(textOf('python')).toContain('"isLong": True')
})

test.each(['http://127.0.0.1:4747', 'http://localhost:4747', 'http://[::1]:4747'])(
  'snippets for the local server at %s send no key',
  (url) => {
    expect(
      ['curl', 'js', 'remote-graph', 'python'].map((id) => textOf(id, { url })).join(),
    ).not.toMatch(/TOKEN/)
  },
)

test.each([
  ['elsewhere', { url: 'https://lathe.example' }],
  ['beside a server that asks them for keys', { requireKeys: true }],
])('snippets %s send a key', (_, given) => {
  for (const id of ['curl', 'js', 'react', 'remote-graph', 'python']) {
    expect(textOf(id, given)).toMatch(/LATHE_TOKEN/)
  }
})
