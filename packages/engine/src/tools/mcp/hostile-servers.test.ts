import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createEgress } from '../../egress/egress.ts'
import { type Answer, startServer } from '../../testing/http-server.ts'
import type { McpServerSpec } from './mcp-server.ts'
import { probeMcp } from './list-tools.ts'
import { createMcpSessions } from './sessions.ts'

const egress = createEgress()
const mcp = createMcpSessions({ egress, allow: [], maxBytes: 20_000 })
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
afterAll(async () => {
  await mcp.close()
  await egress.close()
})

type Request = { id?: number; method: string; params?: { cursor?: string } }

/** Completes the handshake, then answers with `tell`. */
const server =
  (tell: (request: Request) => unknown): Answer =>
  ({ body, method }, response) => {
    const request: Request = method === 'POST' ? JSON.parse(body) : { method: 'none' }
    if (request.id === undefined) {
      response.writeHead(method === 'POST' ? 202 : 405).end()
      return
    }
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'hostile', version: '1' },
    }
    const result = request.method === 'initialize' ? hello : tell(request)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id: request.id, result }))
  }

async function probe(answer: Answer, timeoutMs = 60_000) {
  const started = await startServer(answer)
  const { url } = started
  closing.push(() => started.close())
  const spec: McpServerSpec = {
    name: 'hostile',
    key: url,
    transport: { type: 'http', url, headers: {}, secretHeaders: () => ({}), allowPrivate: true },
  }
  return probeMcp(mcp, spec, { timeoutMs, signal: new AbortController().signal })
}

const tool = (name: string, inputSchema: object = { type: 'object' }) => ({ name, inputSchema })

describe('an MCP server that', () => {
  test('an MCP server that does not speak MCP or returns 401 has a specific error', async () => {
    const page: Answer = (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
    const refusing: Answer = (_, response) => void response.writeHead(401).end('no')

    expect(await probe(page)).toMatchObject({
      ok: false,
      error: { code: 'BAD_RESPONSE', message: expect.stringContaining('does not speak') },
    })
    expect(await probe(refusing)).toMatchObject({
      ok: false,
      error: { code: 'AUTHENTICATION', hint: expect.stringContaining('secret headers') },
    })
  })

  test('returns endless pages of tools is rejected', async () => {
    const endless = server(({ params }) => ({
      tools: [tool(`t${params?.cursor ?? ''}`)],
      nextCursor: `${Number(params?.cursor ?? 0) + 1}`,
    }))

    expect(await probe(endless)).toMatchObject({ ok: false, error: { code: 'BAD_RESPONSE' } })
  })

  test('returns more than the limit is cut off', async () => {
    const huge = server(() => ({
      tools: [tool('big', { type: 'object', title: 'x'.repeat(50_000) })],
    }))

    expect(await probe(huge)).toMatchObject({ ok: false, error: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  test.each<[string, string, (response: Parameters<Answer>[1]) => void]>([
    ['ends its stream without an answer', 'CONNECTION', (response) => void response.end()],
    ['breaks its stream off', 'CONNECTION', (response) => void response.destroy()],
    [
      'breaks off a stream that cannot be resumed',
      'CONNECTION',
      (response) => void response.write('id: 1\ndata:\n\n', () => response.destroy()),
    ],
    [
      'streams more than the limit',
      'PAYLOAD_TOO_LARGE',
      (response) => void response.write(`data: "${'x'.repeat(50_000)}`),
    ],
  ])('%s fails at once', async (_, code, finish) => {
    const polite = server(() => ({ tools: [] }))

    const told = await probe((request, response, nth) => {
      if (!request.body.includes('tools/list')) return polite(request, response, nth)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': hello\n\n')
      return finish(response)
    })

    expect(told).toMatchObject({ ok: false, error: { code } })
  })

  test('describes one tool in an invalid way still provides the others', async () => {
    const half = server(() => ({
      tools: [
        tool('good'),
        tool('good', { type: 'object', title: 'twice' }),
        tool('lost', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }),
      ],
    }))

    const told = await probe(half)

    expect(told.ok && told.tools).toMatchObject([
      { tool: 'good', problem: null, schema: { type: 'object' } },
      { tool: 'lost', problem: expect.stringContaining('does not exist') },
    ])
  })

  test('stays silent runs into a timeout', async () => {
    const silent = server(() => ({ tools: [] }))
    const told = await probe((request, response, nth) => {
      if (request.body.includes('tools/list')) return
      return silent(request, response, nth)
    }, 1_000)

    expect(told).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } })
  })
})
