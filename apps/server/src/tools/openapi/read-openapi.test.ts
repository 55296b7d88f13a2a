import { CPU_LIMIT_MS, cpuTime, REJECTED_PATTERNS, SLOW_FAMILIES } from '@lathe/patterns/testing'
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../api/openapi.ts'
import { readOpenApiText } from './read-openapi.ts'

const document = (paths: object, more: object = {}) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    paths,
    ...more,
  })
const ok = { responses: { 200: { description: 'Fine' } } }
const refused = (text: string) =>
  readOpenApiText(text).then(
    () => null,
    (error: unknown) => error,
  )
const read = async (paths: object, more: object = {}) =>
  (await readOpenApiText(document(paths, more))).operations

describe('an operation', () => {
  test('takes arguments of path, query, headers and body as one object', async () => {
    const [operation] = await read({
      '/orders/{order-id}': {
        parameters: [{ name: 'order-id', in: 'path', required: true, schema: { type: 'integer' } }],
        put: {
          ...ok,
          operationId: 'orders.change',
          summary: 'Change an order',
          parameters: [
            { name: 'filter[open]', in: 'query', schema: { type: 'boolean' } },
            { name: 'X-Team', in: 'header', description: 'Whose', schema: { type: 'string' } },
            { name: 'Authorization', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['note'],
                  properties: {
                    note: { type: 'string', nullable: true },
                    gift: { type: 'boolean' },
                  },
                },
              },
            },
          },
        },
      },
    })

    expect(operation).toMatchObject({
      operation: 'PUT /orders/{order-id}',
      name: 'orders_change',
      description: 'Change an order',
      effect: 'write',
      problem: null,
      request: {
        method: 'PUT',
        url: '/orders/{order-id}',
        query: { 'filter[open]': '{filter_open}' },
        headers: { 'X-Team': '{X-Team}' },
        body: { type: 'rest' },
      },
    })
    expect(operation?.schema).toEqual({
      type: 'object',
      properties: {
        'order-id': { type: 'integer' },
        filter_open: { type: 'boolean' },
        'X-Team': { type: 'string', description: 'Whose' },
        note: { type: ['string', 'null'] },
        gift: { type: 'boolean' },
      },
      required: ['order-id', 'note'],
      additionalProperties: false,
    })
  })

  test('keeps a recursive schema as a reference', async () => {
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    }
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } }
    const [operation] = await read(
      { '/trees': { post: { ...ok, requestBody: { content } } } },
      { components: { schemas: { Tree: tree } } },
    )

    expect(operation).toMatchObject({
      name: 'post_trees',
      schema: {
        properties: { children: { items: { $ref: '#/$defs/Tree' } } },
        $defs: { Tree: { properties: { children: { items: { $ref: '#/$defs/Tree' } } } } },
      },
    })
  })

  test('takes the body as one argument if names of body and path clash', async () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } } }
    const [operation] = await read({
      '/things/{id}': {
        put: {
          ...ok,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: { required: true, content: { 'application/json': { schema } } },
        },
      },
    })

    expect(operation?.schema).toMatchObject({ required: ['id', 'body'] })
    expect(operation?.request.body).toEqual({ type: 'json', value: '{body}' })
  })

  test('takes a text body as one argument', async () => {
    const content = { 'text/csv; header=present': { schema: { type: 'string', format: 'binary' } } }
    const [operation] = await read({
      '/rows': { post: { ...ok, requestBody: { required: true, content } } },
    })

    expect(operation).toMatchObject({
      problem: null,
      schema: { properties: { body: { type: 'string' } }, required: ['body'] },
      request: { body: { type: 'text', value: '{body}', contentType: 'text/csv' } },
    })
  })

  test('an operation with an optional body that cannot be sent reports that it is omitted', async () => {
    const content = { 'multipart/form-data': { schema: {} } }
    const [operation] = await read({ '/a': { post: { ...ok, requestBody: { content } } } })

    expect(operation).toMatchObject({
      problem: null,
      description: expect.stringContaining('without its body of multipart/form-data'),
      request: { body: { type: 'none' } },
    })
  })

  test('reports why an operation cannot become a tool, and imports the others', async () => {
    const upload = { required: true, content: { 'multipart/form-data': { schema: {} } } }
    const cookie = { name: 'session', in: 'cookie', required: true, schema: { type: 'string' } }
    const operations = await read({
      '/a': { post: { ...ok, requestBody: upload } },
      '/b': { get: { ...ok, parameters: [cookie] } },
      '/d/{lost}': { get: ok },
      '/f': { post: { $ref: 'resources/f.yml' } },
      '/e': { get: ok },
    })

    expect(operations.map(({ problem }) => problem)).toEqual([
      expect.stringContaining('multipart/form-data'),
      expect.stringContaining('session'),
      expect.stringContaining('{lost}'),
      expect.stringContaining('bundle it'),
      null,
    ])
  })
})

test('resolves server URLs relative to the document', async () => {
  const text = document(
    {},
    {
      servers: [
        { url: '/v2' },
        { url: 'https://{region}.shop.example', variables: { region: { default: 'eu' } } },
      ],
    },
  )

  expect(await readOpenApiText(text, 'https://shop.example/openapi.json')).toMatchObject({
    title: 'Shop',
    servers: ['https://shop.example/v2', 'https://eu.shop.example'],
  })
})

test("reads Lathe's own API except for recordings", async () => {
  const text = JSON.stringify(await describeApi('1.0.0', 'lathe-5000'))

  const { operations } = await readOpenApiText(text)

  const broken = operations.flatMap(({ operation, problem }) =>
    problem === null ? [] : [`${operation}: ${problem}`],
  )
  expect(operations.length).toBeGreaterThan(40)
  expect(broken).toEqual([
    'POST /transcriptions: The operation only accepts a body of type audio/*',
  ])
})

test('ignores errors in parts that are not read', async () => {
  const [operation] = await read({ '/a': { get: { responses: 7, security: {} } } })

  expect(operation?.problem).toBeNull()
})

test('an example of a body may be a shared reference', async () => {
  const example = { $ref: '#/components/examples/user/value' }
  const content = { 'application/json': { schema: { type: 'object' }, example } }
  const examples = { user: { value: { name: 'Ada' } } }

  const [operation] = await read(
    { '/users': { post: { ...ok, requestBody: { content } } } },
    { components: { examples } },
  )

  expect(operation).toMatchObject({ operation: 'POST /users', problem: null })
})

describe('rejects a hostile or broken document', () => {
  const bomb = [
    'openapi: 3.0.0',
    'a0: &a0 [x, x, x, x, x, x, x, x, x]',
    ...Array.from(
      { length: 9 },
      (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]`,
    ),
  ].join('\n')

  test.each([
    ['words', 'hello', ''],
    ['half of it', '{"openapi": "3.0.0"', ''],
    ['aliases without end', bomb, ''],
    ['Swagger 2.0', '{"swagger": "2.0"}', 'swagger'],
    ['another version', '{"openapi": "4.0.0"}', 'openapi'],
    ['without end', `{"openapi": "3.0.0", "x": ${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 'x'],
    ['paths that are a list', document([]), 'paths'],
    ['in parts', document({ '/a': { $ref: 'other.yaml#/a' } }), ''],
    ['too long', ' '.repeat(5_000_001), ''],
  ])('%s', async (_, text, path) => {
    const error = await refused(text)

    expect(error).toMatchObject({ name: 'OpenApiRefusal', path: expect.stringContaining(path) })
  })

  test('circular references cost one operation, not the import', async () => {
    const [operation] = await read(
      { '/a': { get: { ...ok, parameters: [{ $ref: '#/components/parameters/A' }] } } },
      {
        components: {
          parameters: {
            A: { $ref: '#/components/parameters/B' },
            B: { $ref: '#/components/parameters/A' },
          },
        },
      },
    )

    expect(operation?.problem).toMatch(/cycle/)
  })
})

describe('a pattern of an argument', () => {
  const operationWith = async (pattern: string) => {
    const schema = { type: 'string', pattern }
    const parameters = [{ name: 'code', in: 'query', schema }]
    return (await read({ '/codes': { get: { ...ok, parameters } } }))[0]
  }

  test.each(SLOW_FAMILIES)('keeps a pattern that runs in linear time: %s', async (pattern) => {
    let operation: Awaited<ReturnType<typeof operationWith>>

    const spent = await cpuTime(async () => {
      operation = await operationWith(pattern)
    })

    expect(operation).toMatchObject({ schema: { properties: { code: { pattern } } } })
    expect(spent).toBeLessThan(CPU_LIMIT_MS)
  })

  test.each(REJECTED_PATTERNS)(
    "leaves a pattern to the API's own validation: %s",
    async (pattern) => {
      const operation = await operationWith(pattern)

      expect(operation).toMatchObject({ problem: null })
      expect(operation?.schema['properties']).toEqual({ code: { type: 'string' } })
    },
  )
})

describe('an invalid part of a document', () => {
  const body = (schema: object) => ({
    ...ok,
    requestBody: { required: true, content: { 'application/json': { schema } } },
  })
  const nested = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'array', items: nested(levels - 1) }

  test.each([
    ['parameters that are no list', { ...ok, parameters: 7 }],
    ['a schema with an unknown type', body({ type: 'object', properties: { a: { type: 7 } } })],
    ['a schema whose properties are a list', body({ type: 'object', properties: [] })],
    ['a schema whose enum is no list', body({ enum: 'red' })],
    ['a schema that nests too deeply', body(nested(200))],
    ['a component that is not valid', body({ $ref: '#/components/schemas/Odd' })],
    ['a component that nests too deeply', body({ $ref: '#/components/schemas/Deep' })],
  ])('an invalid part of a document is reported on its own operation: %s', async (_, odd) => {
    const schemas = { Odd: { type: 7 }, Deep: nested(200), Fine: { type: 'string' } }
    const operations = await read(
      {
        '/odd': { post: odd, get: ok },
        '/fine': { post: body({ $ref: '#/components/schemas/Fine' }) },
      },
      { components: { schemas } },
    )

    expect(operations.map(({ operation, problem }) => [operation, problem])).toEqual([
      ['GET /odd', null],
      ['POST /odd', expect.any(String)],
      ['POST /fine', null],
    ])
  })

  test('an invalid part of a document is ignored in components that no operation uses', async () => {
    const operations = await read({ '/a': { get: ok } }, { components: { schemas: { Odd: 7 } } })

    expect(operations).toMatchObject([{ operation: 'GET /a', problem: null }])
  })
})
