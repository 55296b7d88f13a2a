import { StateGraph, Annotation, START } from '@langchain/langgraph'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createEgress } from '../egress/egress.ts'
import { startServer } from '../testing/http-server.ts'
import { LatheError, toRunError } from './lathe-error.ts'
import { isRetryable, toLatheError } from './to-lathe-error.ts'

const at = (baseUrl: string) => ({ connection: { id: 'c1', name: 'local', baseUrl } })
const anyLoopback = { allow: [{ host: '127.0.0.1' }] }
const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => Promise.reject(new Error('did not fail')),
    (error: unknown) => error,
  )

describe('network failures', () => {
  const fetch = createEgress({ idleMs: 60 }).fetch(anyLoopback)
  const rawServer = async (onSocket: (socket: Socket) => void) => {
    const server = createServer(onSocket)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
  }

  test('reports a closed port', async () => {
    const { url, close } = await rawServer(() => {})
    close()

    expect(toLatheError(await thrownBy(fetch(url)), at(url))).toMatchObject({
      code: 'CONNECTION',
      retryable: true,
      message: expect.stringContaining('ECONNREFUSED'),
      hint: 'Is it running?',
    })
  })

  test('reports a connection closed before the answer', async () => {
    const { url, close } = await rawServer((socket) => socket.once('data', () => socket.destroy()))

    expect(toLatheError(await thrownBy(fetch(url)), at(url))).toMatchObject({
      code: 'CONNECTION',
      retryable: true,
    })
    close()
  })

  test('reports an answer cut half-way', async () => {
    const server = await startServer((_, response) => {
      response.write('partial')
      setTimeout(() => response.destroy(), 20)
    })
    const response = await fetch(server.url)

    expect(toLatheError(await thrownBy(response.text()), at(server.url))).toMatchObject({
      code: 'STREAM_INTERRUPTED',
      retryable: true,
    })
    await server.close()
  })

  test('reports an answer that stalls', async () => {
    const server = await startServer((_, response) => {
      response.write('partial')
    })
    const response = await fetch(server.url)

    const error = toLatheError(await thrownBy(response.text()), {
      ...at(server.url),
      isStreaming: true,
    })

    expect(error).toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringContaining('nothing more'),
    })
    await server.close()
  })

  test('reports an answer that is not HTTP', async () => {
    const { url, close } = await rawServer((socket) =>
      socket.once('data', () => socket.write('SSH-2.0-OpenSSH\r\n')),
    )

    expect(toLatheError(await thrownBy(fetch(url)), at(url)).code).toBe('BAD_RESPONSE')
    close()
  })

  test('reports a port that fetch blocks', async () => {
    const url = 'http://127.0.0.1:1/v1'

    expect(toLatheError(await thrownBy(fetch(url)), at(url))).toMatchObject({
      code: 'CONNECTION',
      message: expect.stringContaining('bad port'),
    })
  })

  test('distinguishes a cancelled call from a timeout', async () => {
    const server = await startServer(() => {})
    const controller = new AbortController()
    const cancelled = thrownBy(fetch(server.url, { signal: controller.signal }))
    controller.abort()

    expect(toLatheError(await cancelled)).toMatchObject({ code: 'ABORTED', retryable: false })
    expect(
      toLatheError(await thrownBy(fetch(server.url, { timeoutMs: 30 })), { timeoutMs: 30 }),
    ).toMatchObject({ code: 'TIMEOUT', message: 'The host did not answer for 30 ms' })
    await server.close()
  })
})

describe('errors of frameworks', () => {
  const State = Annotation.Root({ n: Annotation<number> })

  test('reports a graph that reaches its step limit', async () => {
    const graph = new StateGraph(State)
      .addNode('again', () => ({ n: 1 }))
      .addEdge(START, 'again')
      .addEdge('again', 'again')
      .compile()

    const error = toLatheError(await thrownBy(graph.invoke({ n: 0 }, { recursionLimit: 3 })))

    expect(error).toMatchObject({
      code: 'RECURSION_LIMIT',
      message: expect.stringMatching(/^The run reached its limit of \d+ steps$/),
      hint: expect.stringContaining('loop'),
    })
    expect(error.message).not.toContain('Troubleshooting')
  })

  test('two writes to one channel', async () => {
    const graph = new StateGraph(State)
      .addNode('a', () => ({ n: 1 }))
      .addNode('b', () => ({ n: 2 }))
      .addEdge(START, 'a')
      .addEdge(START, 'b')
      .compile()

    expect(toLatheError(await thrownBy(graph.invoke({ n: 0 }))).code).toBe('GRAPH_INVALID')
  })

  test('reports a node over its time limit', async () => {
    const graph = new StateGraph(State)
      .addNode('slow', () => new Promise<{ n: number }>(() => {}), { timeout: 20 })
      .addEdge(START, 'slow')
      .compile()

    expect(toLatheError(await thrownBy(graph.invoke({ n: 0 })))).toMatchObject({
      code: 'TIMEOUT',
      node: 'slow',
      retryable: true,
    })
  })

  test('a provider’s error is mapped by its status', () => {
    const error = Object.assign(new Error('404 no'), { status: 404, error: { message: 'no' } })

    expect(toLatheError(error, { model: 'gpt-x' })).toMatchObject({
      code: 'NOT_FOUND',
      providerMessage: 'no',
    })
  })
})

test('a known error keeps its code and gets its location', () => {
  const inner = new LatheError('BUDGET_EXCEEDED', 'Out of budget', { hint: 'Raise it' })
  const wrapped = new Error('Connection error.', { cause: new TypeError('x', { cause: inner }) })

  const error = toLatheError(wrapped, { node: 'research/search' })

  expect(toRunError(error)).toEqual({
    code: 'BUDGET_EXCEEDED',
    message: 'Out of budget',
    hint: 'Raise it',
    node: 'research/search',
    retryable: false,
  })
})

test.each([
  [new Error('boom'), 'boom'],
  ['text', 'text'],
  [null, 'null'],
  [{ odd: true }, '[object Object]'],
])('any other error (%s) becomes INTERNAL', (thrown, message) => {
  expect(toLatheError(thrown)).toMatchObject({ code: 'INTERNAL', message, retryable: false })
  expect(isRetryable(thrown)).toBe(false)
})
