import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { HEADER_MASK } from '@lathe/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSqlite } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'
import { createTestApp } from '../../testing/test-app.ts'

const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        summary: 'One pet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'The pet' } },
      },
      delete: { responses: { 204: { description: 'Gone' } } },
    },
  },
})

let server: Server
let address = ''
beforeAll(async () => {
  server = createServer((req, res) => {
    const isKnown = req.headers.authorization === `Basic ${btoa('me:canary-0123456789')}`
    res.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ url: req.url }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : 0}`
})
afterAll(() => server.close())

describeSqlite('an OpenAPI document', (db) => {
  const input = (names: string[]) => ({
    text,
    server: `${address}/v1/`,
    auth: { type: 'basic' as const, username: 'me', password: 'canary-0123456789' },
    allowPrivate: true,
    operations: names.map((name) => ({ operation: 'GET /pets/{id}', name })),
  })

  test('an OpenAPI document is imported as tools that call its server with credentials', async () => {
    const app = await startRunningApp(db())
    try {
      const { client } = app
      const { operations } = await client.tools.readOpenApi({ text })
      expect(operations.map(({ name, problem }) => [name, problem !== null])).toEqual([
        ['getPet', false],
        ['delete_pets_id', true],
      ])

      const [tool] = await client.tools.importOpenApi(input(['getPet']))

      expect(tool).toMatchObject({
        kind: 'openapi',
        config: {
          document: 'Pets',
          operation: 'GET /pets/{id}',
          url: `${address}/v1/pets/{{id}}`,
          secretHeaders: { authorization: HEADER_MASK },
        },
      })
      expect(await client.tools.try({ name: 'getPet', args: { id: 7 } })).toMatchObject({
        ok: true,
        result: { url: '/v1/pets/7' },
      })
    } finally {
      await app.stop()
    }
  })

  test('gives each operation the secret of its scheme', async () => {
    const { client } = createTestApp(db())
    const operation = (id: string, more: object) => ({ operationId: id, responses: {}, ...more })
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Two', version: '1' },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'x-key' },
          term: { type: 'apiKey', in: 'query', name: 'term' },
          token: { type: 'http', scheme: 'bearer' },
        },
      },
      paths: {
        '/both': { get: operation('both', { security: [{ key: [], term: [] }] }) },
        '/either': { get: operation('either', { security: [{ login: [] }, { token: [] }] }) },
        '/open': { get: operation('open', { security: [] }) },
      },
    })
    const { operations } = await client.tools.readOpenApi({ text })
    const wanted = {
      text,
      server: 'https://two.example',
      schemes: {
        key: { type: 'header' as const, name: 'x-key', value: 'canary-key' },
        term: { type: 'query' as const, name: 'term', value: 'canary-term' },
        token: { type: 'bearer' as const, token: 'canary-token' },
      },
      operations: operations.map(({ operation, name }) => ({ operation, name })),
    }

    const tools = await client.tools.importOpenApi(wanted)
    const ghost = client.tools.importOpenApi({ ...wanted, schemes: { ghost: { type: 'none' } } })

    expect(tools.map(({ config }) => config)).toMatchObject([
      { secretHeaders: { 'x-key': HEADER_MASK }, secretQuery: { term: HEADER_MASK } },
      { secretHeaders: { authorization: HEADER_MASK }, secretQuery: {} },
      { secretHeaders: {}, secretQuery: {} },
    ])
    await expect(ghost).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'schemes.ghost' }] },
    })
  })

  test('reports why it cannot be fetched, for example a private address', async () => {
    const app = await startRunningApp(db())
    try {
      const url = `${address}/openapi.json`
      const refused: unknown = await app.client.tools
        .readOpenApi({ url })
        .catch((error: unknown) => error)

      expect(refused).toMatchObject({
        code: 'UNREACHABLE',
        data: { error: { code: 'EGRESS_DENIED', message: expect.stringContaining('127.0.0.1') } },
      })
    } finally {
      await app.stop()
    }
  })

  test('an OpenAPI document is imported completely or not at all', async () => {
    const { client } = createTestApp(db())
    await client.tools.importOpenApi(input(['one']))

    const taken: unknown = await client.tools
      .importOpenApi(input(['two', 'one', 'calculator']))
      .catch((error: unknown) => error)
    const unknown: unknown = await client.tools
      .importOpenApi({ ...input(['two']), operations: [{ operation: 'GET /x', name: 'two' }] })
      .catch((error: unknown) => error)

    expect(taken).toMatchObject({ code: 'NAMES_TAKEN', data: { names: ['one', 'calculator'] } })
    expect(unknown).toMatchObject({ code: 'INVALID_INPUT' })
    expect((await client.tools.list()).map(({ name }) => name)).not.toContain('two')
  })

  test('gives the same result when read in a worker', async () => {
    const { client } = createTestApp(db())
    const paths = Array.from({ length: 900 }, (_, n) => [
      `  /things/${n}:`,
      `    get: { operationId: get${n}, summary: '${'so '.repeat(60)}', responses: {} }`,
    ])
    const text = [
      'openapi: 3.1.0',
      'info: { title: Many, version: "1" }',
      'paths:',
      ...paths.flat(),
    ]

    const { operations, title } = await client.tools.readOpenApi({ text: text.join('\n') })
    const broken = client.tools.readOpenApi({ text: text.join('\n').replace('3.1.0', '4.0.0') })

    expect(title).toBe('Many')
    expect(operations).toHaveLength(900)
    await expect(broken).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'document.openapi' }] },
    })
  })

  test('an OpenAPI document is rejected with the invalid place', async () => {
    const { client } = createTestApp(db())

    await expect(client.tools.readOpenApi({ text: '{"swagger":"2.0"}' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'document.swagger' }] },
    })
  })
})
