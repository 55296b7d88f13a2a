import { HttpToolConfig } from '@lathe/contract'
import { expect, test } from 'vitest'
import { argumentTags, soleArgumentTag, tagProblem, withArgumentTags } from './argument-tags.ts'

const names = new Set(['q', 'page-size', 'a.b'])
const request = (fields: object = {}) =>
  HttpToolConfig.parse({ kind: 'http', method: 'POST', url: 'https://api.example/', ...fields })

test.each([
  ['find {{q}} and {{ page-size }}', ['q', 'page-size']],
  ['{"q":{{q}}}', ['q']],
  ['{{{q}}}', ['q']],
  ['{q} {{q', []],
])('finds the arguments in %s', (text, found) => {
  expect(argumentTags(text).map(({ name }) => name)).toEqual(found)
})

test('finds the argument of a text that is one tag', () => {
  expect(soleArgumentTag('{{q}}')).toBe('q')
  expect(soleArgumentTag(' {{q}}')).toBeUndefined()
  expect(soleArgumentTag('{{q}}{{q}}')).toBeUndefined()
})

test.each([
  ['{q}', '{{q}}'],
  ['{{q}}', '{{q}}'],
  ['{other} {q}', '{other} {{q}}'],
  ['{"q":{q}}', '{"q":{{q}}}'],
  ['{"q":{{q}}}', '{"q":{{q}}}'],
  ['{{q}:1}', '{{{q}}:1}'],
  ['{page-size}/{a.b}', '{{page-size}}/{{a.b}}'],
])('rewrites %s to %s', (before, after) => {
  const rewritten = withArgumentTags(
    request({
      query: { x: before },
      headers: { x: before },
      body: { type: 'text', value: before },
    }),
    names,
  )

  expect(rewritten).toMatchObject({
    query: { x: after },
    headers: { x: after },
    body: { value: after },
  })
  expect(withArgumentTags(rewritten, names)).toEqual(rewritten)
})

test('rewrites an address and texts deep in a JSON body', () => {
  const body = { type: 'json', value: { a: ['{q}', { b: 'x {q}', n: 1 }] } }

  expect(withArgumentTags(request({ url: 'https://api.example/{q}', body }), names)).toMatchObject({
    url: 'https://api.example/{{q}}',
    body: { value: { a: ['{{q}}', { b: 'x {{q}}', n: 1 }] } },
  })
})

test.each([
  [{ query: { x: '{{nope}}' } }, 'query', '`{{nope}}` is not an argument'],
  [{ headers: { x: '{{#q}}a{{/q}}' } }, 'headers', 'is not supported'],
  [{ body: { type: 'json', value: [{ a: '{{nope}}' }] } }, 'body', '`{{nope}}`'],
])('reports a tag that no argument fills: %j', (fields, field, message) => {
  expect(tagProblem(request(fields), names)).toEqual({
    field,
    message: expect.stringContaining(message),
  })
})

test('accepts braces around other text', () => {
  expect(
    tagProblem(request({ body: { type: 'text', value: '{ user { id } } {{ {{q}}' } }), names),
  ).toBeNull()
})
