import { expect, test } from 'vitest'
import { schemesOf, securityReader } from './security.ts'

const components = {
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    term: { type: 'apiKey', in: 'query', name: 'term' },
    token: { type: 'http', scheme: 'bearer' },
    login: { $ref: '#/components/securitySchemes/basic' },
    basic: { type: 'http', scheme: 'Basic' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
    lost: { $ref: '#/components/securitySchemes/nowhere' },
  },
}
const securityOf = (document: object, operation: object) => {
  const whole = { components, ...document }
  return securityReader(whole, schemesOf(whole))({ ...operation })
}

test('lists the schemes whose secret a call can send', () => {
  expect(schemesOf({ components })).toEqual([
    { id: 'key', type: 'header', name: 'X-Key' },
    { id: 'term', type: 'query', name: 'term' },
    { id: 'token', type: 'bearer', name: '' },
    { id: 'login', type: 'basic', name: '' },
    { id: 'basic', type: 'basic', name: '' },
  ])
})

test("uses the operation's own security, or the document's", () => {
  const document = { security: [{ key: [], term: [] }, { token: ['read'] }] }

  expect(securityOf(document, {})).toEqual([['key', 'term'], ['token']])
  expect(securityOf(document, { security: [{ login: [] }, {}] })).toEqual([['login']])
  expect(securityOf(document, { security: [] })).toEqual([])
})

test('skips requirements that cannot be met', () => {
  const security = [{ cookie: [] }, { key: [], cookie: [] }, { ghost: [] }, 7, { key: [] }]

  expect(securityOf({}, { security })).toEqual([['key']])
})

test('applies schemes that no operation names to all', () => {
  const elsewhere = { paths: { '/a': { get: { security: [{ key: [] }] } } } }

  expect(securityOf({ paths: { '/a': { get: {} } } }, {})).toEqual([
    ['key'],
    ['term'],
    ['token'],
    ['login'],
    ['basic'],
  ])
  expect(securityOf(elsewhere, {})).toEqual([])
})
