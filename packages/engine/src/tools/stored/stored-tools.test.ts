import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { JsonObject, JsonSchema, ToolConfig } from '@lathe/contract'
import { HttpToolConfig } from '@lathe/contract'
import { createEgress } from '../../egress/egress.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { type Answer, startServer } from '../../testing/http-server.ts'
import { createMcpSessions } from '../mcp/sessions.ts'
import { tryTool } from '../call-tool.ts'
import { defineTool } from './define-tool.ts'
import type { StoredTool } from './stored-tool.ts'

const egress = createEgress()
const sandbox = createSandbox()
const limits = {
  toolRetries: 2,
  toolResponseBytes: 100_000,
  toolTimeoutMs: 60_000,
  providerMaxBackoffMs: 5,
  providerTimeoutMs: 5_000,
  mediaBytes: 1_000_000,
}
const mcp = createMcpSessions({ egress, allow: [], maxBytes: 100_000 })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
afterAll(async () => {
  await Promise.all([egress.close(), sandbox.close()])
})

const schemaOf = (...names: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
})

async function call(
  config: ToolConfig,
  args: JsonObject = {},
  fields: Partial<StoredTool> = {},
  timeoutMs = 60_000,
) {
  const tool: StoredTool = {
    name: 'mine',
    description: 'Mine',
    schema: schemaOf(...Object.keys(args)),
    effect: 'read',
    config,
    revision: '1',
    secrets: () => ({ headers: {}, query: {} }),
    ...fields,
  }
  const { signal } = new AbortController()
  const definition = defineTool(tool, { egress, sandbox, mcp, sqlFiles: [], allow: [], limits })
  return tryTool(definition, args, {
    fetch: egress.fetch(),
    sandbox,
    store: null,
    memoryPrefix: [],
    search: null,
    timeoutMs,
    signal,
  })
}

async function serve(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  const config = (fields: Partial<HttpToolConfig> = {}, path = '/') =>
    HttpToolConfig.parse({
      kind: 'http',
      method: 'GET',
      url: server.url + path,
      allowPrivate: true,
      ...fields,
    })
  return { server, config }
}

const sendJson =
  (value: unknown): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))

describe('an HTTP tool', () => {
  test('encodes arguments for path, query, headers and body', async () => {
    const { server, config } = await serve(sendJson({ done: true }))
    const template = config(
      {
        method: 'POST',
        query: { tag: '{{tags}}', page: '{{page}}', fixed: 'a {{id}}' },
        headers: { 'x-tenant': '{{tenant}}' },
        body: { type: 'json', value: { note: '{{note}}', of: 'user {{id}}', all: ['{{count}}'] } },
      },
      '/users/{{id}}/notes',
    )
    const args = { id: 'a/b c', tags: ['x', 'y&z'], tenant: 't1', note: { deep: 1 }, count: 3 }

    const { ok } = await call(template, args, {
      schema: schemaOf(...Object.keys(args), 'page'),
      effect: 'write',
    })

    expect(ok).toBe(true)
    const [seen] = server.seen
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/users/a%2Fb%20c/notes?tag=x&tag=y%26z&fixed=a+a%2Fb+c',
      headers: { 'x-tenant': 't1', 'content-type': 'application/json' },
    })
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      note: { deep: 1 },
      of: 'user a/b c',
      all: [3],
    })
  })

  test('sends a text body with its own type', async () => {
    const { server, config } = await serve(sendJson(1))
    const body = { type: 'text' as const, value: '{{rows}}', contentType: 'text/csv' }
    const template = config({ method: 'POST', body })

    await call(template, { rows: 'a,b\nä,2' })
    await call(template, {}, { schema: schemaOf('rows') })

    expect(server.seen.map((seen) => [seen.body, seen.headers['content-type']])).toEqual([
      ['a,b\nä,2', 'text/csv'],
      ['', undefined],
    ])
  })

  test('sends unused arguments as a JSON body or a form', async () => {
    const { server, config } = await serve(sendJson(1))
    const args = { id: 7, title: 'Lamp', price: 3 }

    await call(config({ method: 'PUT', body: { type: 'rest' } }, '/{{id}}'), args)
    await call(config({ method: 'PUT', body: { type: 'form' } }, '/{{id}}'), args)

    expect(server.seen.map(({ body }) => body)).toEqual([
      '{"title":"Lamp","price":3}',
      'title=Lamp&price=3',
    ])
  })

  test('stays within its path: an argument cannot leave it', async () => {
    const { server, config } = await serve(sendJson(1))

    const climbing = await call(config({}, '/users/{{id}}'), { id: '..' })
    await call(config({}, '/users/{{id}}'), { id: '../admin?x=1#y' })

    expect(climbing).toMatchObject({ ok: false, error: { code: 'TOOL_ERROR' } })
    expect(server.seen.map(({ url }) => url)).toEqual(['/users/..%2Fadmin%3Fx%3D1%23y'])
  })

  test('sends its secrets, and removes them from answers', async () => {
    const { server, config } = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ you: request.headers.authorization, at: request.url }))
    })
    const secrets = {
      headers: { authorization: 'Bearer canary-0123456789' },
      query: { key: 'canary-9876543210' },
    }

    const trial = await call(config(), {}, { secrets: () => secrets })

    expect(server.seen[0]).toMatchObject({
      url: '/?key=canary-9876543210',
      headers: { authorization: 'Bearer canary-0123456789' },
    })
    expect(JSON.stringify(trial)).not.toContain('canary')
  })

  test('an HTTP tool does not send its secrets to the host of a redirect', async () => {
    const other = await serve(sendJson('there'))
    const { config } = await serve(
      (_, response) => void response.writeHead(302, { location: other.server.url }).end(),
    )
    const secrets = { headers: { authorization: 'Bearer canary-0123456789' }, query: {} }

    const trial = await call(config(), {}, { secrets: () => secrets })

    expect(trial).toMatchObject({ ok: false, error: { code: 'EGRESS_DENIED' } })
    expect(other.server.seen).toEqual([])
  })

  test.each([
    'http://127.0.0.1:8123/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:8123/',
    'http://2130706433:8123/',
    'http://localhost:8123/',
  ])('denies %s with a hint about the grant', async (url) => {
    const config = HttpToolConfig.parse({ kind: 'http', method: 'GET', url })

    const hostname = new URL(url).hostname.replace(/^\[|\]$/g, '')
    expect(await call(config)).toMatchObject({
      ok: false,
      error: {
        code: 'EGRESS_DENIED',
        message: expect.stringContaining(hostname),
        hint: expect.stringMatching(/mine|operator/),
      },
    })
  })

  test('retries failed reads but no writes that may have happened', async () => {
    const flaky: Answer = (_, response, nth) =>
      void response.writeHead(nth === 3 ? 200 : 503, { 'content-type': 'text/plain' }).end('fine')
    const reading = await serve(flaky)
    const writing = await serve(flaky)

    expect(await call(reading.config())).toMatchObject({ ok: true, result: 'fine' })
    expect(await call(writing.config(), {}, { effect: 'write' })).toMatchObject({
      ok: false,
      error: { code: 'TOOL_ERROR', status: 503, message: expect.stringContaining('fine') },
    })
    expect(writing.server.seen).toHaveLength(1)
  })

  test.each<[string, string, string, object]>([
    ['malformed JSON', 'application/json', '{"a":', { code: 'TOOL_ERROR' }],
    ['an archive', 'application/zip', 'PK', { code: 'TOOL_ERROR' }],
    ['a text over the limit', 'text/plain', 'x'.repeat(200_000), { code: 'PAYLOAD_TOO_LARGE' }],
    ['a picture over the limit', 'image/png', 'x'.repeat(80_000), { code: 'PAYLOAD_TOO_LARGE' }],
    [
      'JSON without end',
      'application/json',
      '['.repeat(5_000) + ']'.repeat(5_000),
      { code: 'TOOL_ERROR' },
    ],
  ])('reports an answer that is %s', async (_, type, body, error) => {
    const { config } = await serve(
      (__, response) => void response.writeHead(200, { 'content-type': type }).end(body),
    )

    expect(await call(config())).toMatchObject({ ok: false, error })
  })

  test('returns a picture for models that can see', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])
    const { config } = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'Image/PNG; x=1' }).end(png),
    )

    expect(await call(config())).toMatchObject({
      ok: true,
      result: {
        type: 'image',
        mediaType: 'image/png',
        url: `data:image/png;base64,${png.toString('base64')}`,
        bytes: 6,
      },
    })
  })

  test('truncates a long text, and returns an empty answer as empty', async () => {
    const { config } = await serve(({ url }, response) => {
      if (url === '/none') response.writeHead(204).end()
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(60_000))
    })

    expect(await call(config())).toMatchObject({ result: { truncated: true, length: 60_000 } })
    expect(await call(config({}, '/none'))).toMatchObject({ ok: true, result: null })
  })

  test('times out if the host never answers', async () => {
    const { config } = await serve(() => {})

    expect(await call(config(), {}, {}, 50)).toMatchObject({
      ok: false,
      error: { code: 'TIMEOUT' },
    })
  })
})

describe('a code tool', () => {
  const code = (text: string): ToolConfig => ({ kind: 'code', code: text })

  test('gets its arguments and returns JSON', async () => {
    const body = 'const { a, b } = args\nreturn { sum: a + b }'

    expect(await call(code(body), { a: 1, b: 2 })).toMatchObject({ ok: true, result: { sum: 3 } })
    expect(await call(code('args.a * 2'), { a: 4 })).toMatchObject({ ok: true, result: 8 })
  })

  test.each([
    ['throws', 'throw new Error("The moon is full")', 'CODE_ERROR'],
    ['hangs', 'for (;;) {}', 'CODE_TIMEOUT'],
    ['eats memory', 'const a = []; for (;;) a.push(new Array(1000).fill(1.5))', 'CODE_MEMORY'],
    ['does not parse', 'return {', 'CODE_ERROR'],
    ['returns a function', 'return () => 1', 'CODE_ERROR'],
    ['returns megabytes', 'return "x".repeat(1_000_000)', 'PAYLOAD_TOO_LARGE'],
    ['uses the network', 'return fetch("http://example.com")', 'CODE_ERROR'],
  ])('a code tool that %s ends with a clear error', async (_, body, expected) => {
    expect(await call(code(body))).toMatchObject({ ok: false, error: { code: expected } })
  })
})
