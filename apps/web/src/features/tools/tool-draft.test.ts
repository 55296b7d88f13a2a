import { HEADER_MASK, type HttpToolConfig } from '@lathe/contract'
import { expect, test } from 'vitest'
import { findProblems, toToolDraft, createForm, newTool, type ToolForm } from './tool-draft.ts'

const config: HttpToolConfig = {
  kind: 'http',
  method: 'POST',
  url: 'https://api.example/{{id}}',
  query: { page: '{{page}}' },
  headers: { 'x-team': 'blue' },
  secretHeaders: { authorization: HEADER_MASK },
  secretQuery: {},
  body: { type: 'json', value: { note: '{{note}}' } },
  allowPrivate: false,
}
const schema = { type: 'object', properties: { id: {}, page: {}, note: {} } }
const tool = { name: 'notes', description: 'Notes', effect: 'write', schema } as const

const withConfig = (form: ToolForm, url: string): ToolForm =>
  'url' in form.config ? { ...form, config: { ...form.config, url } } : form

test('converting a tool to a form and back returns the same tool', () => {
  expect(toToolDraft(createForm(tool, config))).toEqual({ ...tool, config })
  const code = { kind: 'code', code: 'args.a' } as const
  expect(toToolDraft(createForm(tool, code))).toEqual({ ...tool, config: code })
})

test('a new tool lacks only its name, description and address', () => {
  expect(Object.keys(findProblems(newTool.code))).toEqual(['name', 'description'])
  expect(Object.keys(findProblems(newTool.http))).toEqual(['name', 'description', 'url'])
})

test.each(['https://{host}.example/', 'ftp://api.example/', 'https://me:key@api.example/'])(
  'rejects the address %s before sending it',
  (url) => {
    expect(findProblems(withConfig(createForm(tool, config), url))).toHaveProperty('url')
  },
)

test('hidden secrets are bound to the host they were entered for', () => {
  const savedForm = createForm(tool, config)

  expect(findProblems(withConfig(savedForm, 'https://API.example/other'), savedForm)).toEqual({})
  expect(findProblems(withConfig(savedForm, 'https://evil.example/'), savedForm)).toHaveProperty(
    'secrets',
    expect.stringContaining('https://api.example'),
  )
})

test.each([
  [{ url: 'https://api.example/{{nope}}' }, 'url'],
  [{ bodyValue: { note: '{{nope}}' } }, 'request'],
])('reports a template tag without an argument before sending: %j', (changes, field) => {
  const form = createForm(tool, config)
  const changed = { ...form, config: { ...form.config, ...changes } } as ToolForm

  expect(findProblems(changed)).toEqual({ [field]: '`{{nope}}` is not an argument of this tool' })
})

test('reports a syntax error in code with its line before sending', () => {
  const code = { kind: 'code', code: 'const a = 1\nreturn {' } as const

  expect(findProblems(createForm(tool, code))).toEqual({ code: expect.stringContaining('line 2') })
})
