import { HEADER_MASK, type HttpToolConfig } from '@lathe/contract'
import { expect, test } from 'vitest'
import { complaintsOf, draftOf, formOf, newTool, type ToolForm } from './tool-draft.ts'

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
  expect(draftOf(formOf(tool, config))).toEqual({ ...tool, config })
  const code = { kind: 'code', code: 'args.a' } as const
  expect(draftOf(formOf(tool, code))).toEqual({ ...tool, config: code })
})

test('a new tool lacks only its name, description and address', () => {
  expect(Object.keys(complaintsOf(newTool.code))).toEqual(['name', 'description'])
  expect(Object.keys(complaintsOf(newTool.http))).toEqual(['name', 'description', 'url'])
})

test.each(['https://{host}.example/', 'ftp://api.example/', 'https://me:key@api.example/'])(
  'rejects the address %s before sending it',
  (url) => {
    expect(complaintsOf(withConfig(formOf(tool, config), url))).toHaveProperty('url')
  },
)

test('hidden secrets are bound to the host they were entered for', () => {
  const stored = formOf(tool, config)

  expect(complaintsOf(withConfig(stored, 'https://API.example/other'), stored)).toEqual({})
  expect(complaintsOf(withConfig(stored, 'https://evil.example/'), stored)).toHaveProperty(
    'secrets',
    expect.stringContaining('https://api.example'),
  )
})

test.each([
  [{ url: 'https://api.example/{{nope}}' }, 'url'],
  [{ bodyValue: { note: '{{nope}}' } }, 'request'],
])('reports a template tag without an argument before sending: %j', (part, field) => {
  const form = formOf(tool, config)
  const changed = { ...form, config: { ...form.config, ...part } } as ToolForm

  expect(complaintsOf(changed)).toEqual({ [field]: '`{{nope}}` is not an argument of this tool' })
})

test('reports a syntax error in code with its line before sending', () => {
  const code = { kind: 'code', code: 'const a = 1\nreturn {' } as const

  expect(complaintsOf(formOf(tool, code))).toEqual({ code: expect.stringContaining('line 2') })
})
