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

test('the schemes are those whose secret a call can carry', () => {
  expect(schemesOf({ components })).toEqual([
    { id: 'key', type: 'header', name: 'X-Key' },
    { id: 'term', type: 'query', name: 'term' },
    { id: 'token', type: 'bearer', name: '' },
    { id: 'login', type: 'basic', name: '' },
    { id: 'basic', type: 'basic', name: '' },
  ])
})

test('an operation takes what it names, else what the document names for all', () => {
  const document = { security: [{ key: [], term: [] }, { token: ['read'] }] }

  expect(securityOf(document, {})).toEqual([['key', 'term'], ['token']])
  expect(securityOf(document, { security: [{ login: [] }, {}] })).toEqual([['login']])
  expect(securityOf(document, { security: [] })).toEqual([])
})

test('what cannot be sent, or is not there, is no way to call', () => {
  const security = [{ cookie: [] }, { key: [], cookie: [] }, { ghost: [] }, 7, { key: [] }]

  expect(securityOf({}, { security })).toEqual([['key']])
})

test('schemes that no operation names are meant for all of them', () => {
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
