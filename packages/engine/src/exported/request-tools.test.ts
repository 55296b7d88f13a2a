import type { GraphDocument } from '@lathe/contract'
import { HttpToolConfig, OpenApiToolConfig } from '@lathe/contract'
import { exportProject } from '@lathe/graph/export'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { graph } from '../testing/documents.ts'
import { importFrom, typeErrors, writeProject } from '../testing/exported.ts'
import { type SeenRequest, startServer, type TestServer } from '../testing/http-server.ts'
import { buildRequest } from '../tools/stored/build-request.ts'

type Tool = { invoke: (args: object) => Promise<unknown> }
type Config = HttpToolConfig | OpenApiToolConfig

const PAGE = '<head><title>T</title></head><p>Hello &amp; bye</p>'
const echoOf = ({ method, url, body }: SeenRequest) => JSON.stringify({ method, url, body })

let api: TestServer

beforeAll(async () => {
  api = await startServer((request, response) => {
    const { url } = request
    const status = url.startsWith('/none') ? 204 : url.startsWith('/refused') ? 403 : 200
    const isPage = url.startsWith('/page')
    response.statusCode = status
    response.setHeader('content-type', isPage ? 'text/html' : 'application/json')
    response.end(status === 204 ? '' : status === 403 ? 'Not you' : isPage ? PAGE : echoOf(request))
  })
})
afterAll(() => api.close())
afterEach(() => vi.unstubAllEnvs())

const schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    'page-size': { type: 'integer' },
    tags: { type: 'array', items: { type: 'string' } },
    note: { type: 'string' },
  },
}
const calling: GraphDocument = graph({
  nodes: {
    call: {
      kind: 'tool',
      tool: 'find_user',
      args: { id: { expression: 'topic' } },
      writes: 'text',
    },
  },
  edges: ['start > call', 'call > end'],
})
const described = (config: Config) => [
  { name: 'find_user', description: 'Finds a user', schema, config },
]

async function exported(config: Config) {
  const folder = writeProject(calling, 'agent', {}, described(config))
  const { findUser } = await importFrom<{ findUser: Tool }>(folder, 'tools.ts')
  return { folder, findUser }
}

const http = (parts: object) => HttpToolConfig.parse({ kind: 'http', method: 'GET', ...parts })

const args = { id: 'a/b', 'page-size': 5, tags: ['x', 'y'], note: '`${1}` "q"' }

test.each<[string, Config]>([
  [
    'a path, a query and headers',
    http({
      url: 'https://api.example/users/{{id}}?fixed={{other}}',
      query: { size: '{{page-size}}', tag: '{{tags}}', text: 'n: {{note}}' },
      headers: { 'x-note': 'size {{page-size}}', 'x-one': '{{id}}' },
    }),
  ],
  [
    'the arguments nothing else uses',
    http({ method: 'POST', url: 'https://api.example/users/{{id}}', body: { type: 'rest' } }),
  ],
  ['all arguments', http({ method: 'PUT', url: 'https://api.example', body: { type: 'rest' } })],
  ['a form', http({ method: 'POST', url: 'https://api.example/{{id}}', body: { type: 'form' } })],
  [
    'a body of its own',
    http({
      method: 'PATCH',
      url: 'https://api.example/v1',
      body: {
        type: 'json',
        value: {
          size: '{{page-size}}',
          'a b': ['{{tags}}', 'for {{id}}', 1, null],
          none: '{{absent}}',
        },
      },
    }),
  ],
  [
    'an operation of an API',
    OpenApiToolConfig.parse({
      kind: 'openapi',
      method: 'DELETE',
      url: 'https://api.example/users/{{id}}',
      document: 'Users',
      operation: 'DELETE /users/{id}',
    }),
  ],
])('an exported request with %s equals the request of Lathe', async (_, config) => {
  vi.stubEnv('FIND_USER_URL', `${api.url}/`)
  const { folder, findUser } = await exported(config)

  await findUser.invoke(args)
  const own = buildRequest(config, schema, args, { headers: {}, query: {} })

  const sent = api.seen.at(-1)
  const { pathname, search } = own.url
  expect(sent).toMatchObject({ method: own.init.method, url: pathname + search })
  expect(sent?.body).toBe(own.init.body ?? '')
  own.init.headers.delete('user-agent')
  const type = own.init.headers.get('content-type')
  if (type?.includes('form')) own.init.headers.set('content-type', `${type};charset=UTF-8`)
  expect(sent?.headers).toMatchObject(Object.fromEntries(own.init.headers))
  expect(await typeErrors(folder)).toBe('')
})

test('absent arguments are left out of a query and rejected in a path', async () => {
  vi.stubEnv('FIND_USER_URL', api.url)
  const config = http({ url: 'https://api.example/users/{{id}}', query: { size: '{{page-size}}' } })
  const { findUser } = await exported(config)

  await findUser.invoke({ id: 'a' })

  expect(api.seen.at(-1)?.url).toBe('/users/a')
  await expect(findUser.invoke({})).rejects.toThrow('The argument `id` is needed here')
  await expect(findUser.invoke({ id: '..' })).rejects.toThrow('cannot be a part of an address')
})

test('secrets come from the environment and are not in the project', async () => {
  const config = http({
    url: 'https://api.example/users',
    secretHeaders: { Authorization: 'canary', 'X-Api-Key': 'canary' },
    secretQuery: { key: 'canary' },
  })
  const files = exportProject(calling, { name: 'a', slug: 'a', tools: described(config) })
  const { findUser } = await exported(config)
  vi.stubEnv('FIND_USER_URL', api.url)
  vi.stubEnv('FIND_USER_AUTHORIZATION', 'Bearer 1')
  vi.stubEnv('FIND_USER_X_API_KEY', '2')

  await expect(findUser.invoke({})).rejects.toThrow('set FIND_USER_QUERY_KEY')
  vi.stubEnv('FIND_USER_QUERY_KEY', '3')
  await findUser.invoke({})

  expect(api.seen.at(-1)).toMatchObject({
    url: '/users?key=3',
    headers: { authorization: 'Bearer 1', 'x-api-key': '2' },
  })
  expect(JSON.stringify(files)).not.toContain('canary')
  const text = (name: string) => files.find(({ path }) => path === name)?.text
  expect(text('.env.example')).toContain(
    'FIND_USER_URL=https://api.example\nFIND_USER_AUTHORIZATION=\n',
  )
  expect(text('README.md')).not.toContain('To be written')
})

test('an exported request parses responses like Lathe', async () => {
  vi.stubEnv('FIND_USER_URL', api.url)
  const { findUser } = await exported(http({ url: 'https://api.example/{{id}}' }))

  expect(await findUser.invoke({ id: 'json' })).toEqual({ method: 'GET', url: '/json', body: '' })
  expect(await findUser.invoke({ id: 'page' })).toBe('T\nHello & bye')
  expect(await findUser.invoke({ id: 'none' })).toBe(null)
  await expect(findUser.invoke({ id: 'refused' })).rejects.toThrow(
    'The answer is 403 Forbidden: Not you',
  )
})

test('a tool may have the name of a request helper', async () => {
  vi.stubEnv('SEND_URL', api.url)
  const config = http({ url: 'https://api.example/{{id}}', secretQuery: { key: 'x' } })
  const tools = described(config).map((tool) => ({ ...tool, name: 'send' }))
  const nodes = { call: { ...calling.nodes['call'], tool: 'send' } }
  const document = { ...calling, nodes } as GraphDocument
  vi.stubEnv('SEND_QUERY_KEY', '1')

  const folder = writeProject(document, 'agent', {}, tools)
  const { send } = await importFrom<{ send: Tool }>(folder, 'tools.ts')
  await send.invoke({ id: 'a' })

  expect(api.seen.at(-1)?.url).toBe('/a?key=1')
  expect(await typeErrors(folder)).toBe('')
})
