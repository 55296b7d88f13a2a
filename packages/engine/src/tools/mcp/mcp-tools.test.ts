import type { JsonObject, McpListedTool } from '@lathe/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEgress } from '../../egress/egress.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { everythingOverStdio, startEverything } from '../../testing/mcp-everything.ts'
import { defineTool } from '../stored/define-tool.ts'
import { tryTool } from '../call-tool.ts'
import type { McpServerSpec } from './mcp-server.ts'
import { probeMcp } from './list-tools.ts'
import { createMcpSessions } from './sessions.ts'

const egress = createEgress()
const sandbox = createSandbox()
const mcp = createMcpSessions({ egress, allow: [], maxBytes: 1_000_000 })
const limits = {
  toolRetries: 0,
  toolResponseBytes: 1_000_000,
  toolTimeoutMs: 5_000,
  providerMaxBackoffMs: 5,
  providerTimeoutMs: 5_000,
  mediaBytes: 1_000_000,
}

let remote: Awaited<ReturnType<typeof startEverything>>
beforeAll(async () => {
  remote = await startEverything()
})
afterAll(async () => {
  await mcp.close()
  await Promise.all([remote.stop(), egress.close(), sandbox.close()])
})

const overHttp = (url = remote.url, allowPrivate = true): McpServerSpec => ({
  name: 'everything',
  key: `everything@${url}${allowPrivate}`,
  transport: {
    type: 'http',
    url,
    headers: {},
    secretHeaders: () => ({ 'x-key': 'canary-0123456789' }),
    allowPrivate,
  },
})

const call = (server: McpServerSpec, tool: string, args: JsonObject = {}, timeoutMs = 60_000) => {
  const definition = defineTool(
    {
      name: tool,
      description: tool,
      schema: { type: 'object' },
      effect: 'write',
      config: { kind: 'mcp', server: server.name, tool, digest: '' },
      revision: '1',
      secrets: () => ({ headers: {}, query: {} }),
      mcpServer: server,
    },
    { egress, sandbox, mcp, sqlFiles: [], allow: [], limits },
  )
  const { signal } = new AbortController()
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

const probe = (server: McpServerSpec) =>
  probeMcp(mcp, server, { timeoutMs: 60_000, signal: new AbortController().signal })

const find = (tools: readonly McpListedTool[], name: string) =>
  tools.find(({ tool }) => tool === name)

describe.each([
  ['over stdio', () => everythingOverStdio()],
  ['over HTTP', () => overHttp()],
])('a reference server %s', (_, server) => {
  test('lists its tools with the effects from their annotations', async () => {
    const told = await probe(server())

    const tools = told.ok ? told.tools : []
    expect(told).toMatchObject({ ok: true })
    expect(find(tools, 'echo')).toMatchObject({
      description: expect.stringContaining('cho'),
      schema: { type: 'object', properties: { message: { type: 'string' } } },
      problem: null,
    })
    expect(new Set(tools.map(({ effect }) => effect))).toContain('write')
  })

  test('returns text, structured content and pictures', async () => {
    expect(await call(server(), 'echo', { message: 'Grüße' })).toMatchObject({
      ok: true,
      result: expect.stringContaining('Grüße'),
    })
    expect(await call(server(), 'get-structured-content', { location: 'New York' })).toMatchObject({
      ok: true,
      result: { temperature: expect.any(Number), conditions: expect.any(String) },
    })
    const picture = await call(server(), 'get-tiny-image')
    expect(picture).toMatchObject({
      result: expect.arrayContaining([
        {
          type: 'image',
          mediaType: 'image/png',
          bytes: expect.any(Number),
          url: expect.stringMatching(/^data:image\/png;base64,iVBOR/),
        },
      ]),
    })
  })

  test('reports an invalid call, and a tool that no longer exists', async () => {
    const wrong = await call(server(), 'get-sum', { a: 'one', b: 2 })
    const gone = await call(server(), 'no-such-tool')

    expect(wrong).toMatchObject({ ok: false, error: { code: 'TOOL_ERROR' } })
    expect(gone).toMatchObject({
      ok: false,
      error: { code: 'TOOL_ERROR', message: expect.stringContaining('no-such-tool') },
    })
  })

  test('aborts a tool call that takes too long', async () => {
    const slow = await call(
      server(),
      'trigger-long-running-operation',
      { duration: 120, steps: 2 },
      200,
    )

    expect(slow).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } })
    expect(slow.durationMs).toBeLessThan(60_000)
  })
})

describe('an MCP server', () => {
  test('an MCP server that restarted is connected again, although it has lost its sessions', async () => {
    const first = await startEverything()
    const server = overHttp(first.url)
    expect(await call(server, 'echo', { message: 'one' })).toMatchObject({ ok: true })
    await first.stop()

    const down = await call(server, 'echo', { message: 'two' })
    const second = await startEverything(first.port)
    const back = await call(server, 'echo', { message: 'three' })
    await second.stop()

    expect(down).toMatchObject({ ok: false, error: { code: 'CONNECTION' } })
    expect(back).toMatchObject({ ok: true })
  })

  test('stays connected for a waiting call while another call reconnects', async () => {
    const server = everythingOverStdio({ key: 'shared' })

    const { old, fresh } = await mcp.use(server, async (session) => {
      const another = await mcp.useFresh(server, async (made) => made)
      await session.client.ping()
      return { old: session, fresh: another }
    })

    await expect.poll(() => old.isOpen()).toBe(false)
    expect(fresh.isOpen()).toBe(true)
  })

  test('denies an MCP server at a private address without a grant', async () => {
    expect(await probe(overHttp(remote.url, false))).toMatchObject({
      ok: false,
      error: {
        code: 'EGRESS_DENIED',
        message: expect.stringContaining('127.0.0.1'),
        hint: expect.stringContaining('MCP server everything'),
      },
    })
  })

  test('an MCP server that cannot be started reports why, without its secrets', async () => {
    const starting = (command: string, args: string[]): McpServerSpec => ({
      name: 'broken',
      key: `broken ${command} ${args.join(' ')}`,
      transport: {
        type: 'stdio',
        command,
        args,
        env: { TOKEN: 'canary-0123456789' },
        cwd: undefined,
      },
    })

    expect(await probe(starting('/no/such/program', []))).toMatchObject({
      ok: false,
      error: { code: 'CONNECTION', message: expect.stringContaining('cannot be started') },
    })
    const dying = 'console.error("no license for " + process.env.TOKEN); process.exit(3)'
    expect(await probe(starting(process.execPath, ['-e', dying]))).toMatchObject({
      ok: false,
      error: { code: 'CONNECTION', message: expect.stringContaining('no license for [secret]') },
    })
  })
})
