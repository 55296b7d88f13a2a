import { Exchange } from '@lathe/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, startServer } from '../testing/http-server.ts'
import { chatRequest, connectionTo, quickAccess, testPorts } from '../testing/model-access.ts'
import { createRecording, type NewExchange } from './recording.ts'
import type { Replay } from './replay.ts'

const closing: (() => Promise<void>)[] = []

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function serve(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  return server
}

/** Also waits enough event-loop turns for the server in this process to read the request. */
async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
}

/** Answers in chunks, one of which splits a character. */
const pieces: Answer = async (_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'canary' })
  const bytes = Buffer.from('data: {"a":"grüße"}\n\n')
  response.write(bytes.subarray(0, 15))
  await pause(30)
  response.write(bytes.subarray(15))
  await pause(30)
  response.end('data: [DONE]\n\n')
}

async function record(url: string, asked = {}) {
  const { ports, exchanges } = testPorts()
  const call = quickAccess().forRun(ports)
  const text = await call(chatRequest(connectionTo(url), asked))
    .then((response) => response.text())
    .catch((error: unknown) => error)
  return { exchanges, text }
}

function replaying(exchanges: NewExchange[], fields: Partial<Replay> = {}) {
  const replay = { recording: createRecording(exchanges), onMiss: 'fail' as const, ...fields }
  const { ports, exchanges: again } = testPorts(['answer'], replay)
  return { call: quickAccess().forRun(ports), again }
}

describe('recording', () => {
  test('records every byte with its time, and no secret', async () => {
    const server = await serve(pieces)

    const { exchanges, text } = await record(server.url)

    const [exchange] = exchanges
    expect(text).toContain('grüße')
    expect(exchange).toMatchObject({ kind: 'model', name: 'gpt-test', attempt: 1, error: null })
    const response = exchange?.content.type === 'http' ? exchange.content.response : null
    expect(response?.headers).toMatchObject({ 'content-type': 'text/event-stream' })
    expect(response?.chunks.map(({ encoding }) => encoding)).toContain('base64')
    expect(response?.chunks.at(-1)?.atMs).toBeGreaterThan(50)
    expect(JSON.stringify(exchanges)).not.toContain('canary')
    expect(() =>
      Exchange.parse({
        ...exchange,
        id: '0190b8f0-0000-7000-8000-000000000002',
        traceId: '0190b8f0-0000-7000-8000-000000000003',
        spanId: null,
      }),
    ).not.toThrow()
  })

  test('recording does not slow down the reader', async () => {
    const first = Promise.withResolvers<void>()
    const server = await serve(async (_, response) => {
      response.write('one')
      await first.promise
      response.end('two')
    })
    const { ports } = testPorts()
    const response = await quickAccess().forRun(ports)(chatRequest(connectionTo(server.url)))
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      first.resolve()
    }

    expect(text).toBe('onetwo')
  })

  test('records the part of an answer before it was cut', async () => {
    const server = await serve(async (_, response) => {
      response.write('partial')
      await pause(20)
      response.destroy()
    })

    const { exchanges } = await record(server.url)

    expect(exchanges[0]).toMatchObject({
      error: { code: 'STREAM_INTERRUPTED' },
      content: { response: { status: 200, chunks: [{ data: 'partial' }] } },
    })
  })

  test('records refusals', async () => {
    const server = await serve((_, response) => void response.writeHead(401).end('{"error":"no"}'))

    const { exchanges } = await record(server.url)

    expect(exchanges[0]).toMatchObject({
      error: { code: 'AUTHENTICATION', providerMessage: 'no' },
      content: { response: { status: 401 } },
    })
  })
})

/** A request body with a schema whose properties are in the given order. */
const answering = (...names: string[]) => {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { json: { model: 'gpt-test', response_format: { schema: { properties } } } }
}

describe('serving', () => {
  test('requires the recorded order of properties in a strict recording', async () => {
    const server = await serve(pieces)
    const { exchanges } = await record(server.url, answering('why', 'score'))
    const ask = (names: string[], isStrict: boolean) =>
      replaying(exchanges, { recording: createRecording(exchanges, { isStrict }), onMiss: 'live' })
        .call(chatRequest(connectionTo(server.url), answering(...names)))
        .then((response) => response.text())

    await ask(['why', 'score'], true)
    await ask(['score', 'why'], false)
    expect(server.seen).toHaveLength(1)
    await ask(['score', 'why'], true)
    expect(server.seen).toHaveLength(2)
  })

  test('returns the same bytes without the network', async () => {
    const server = await serve(pieces)
    const { exchanges, text } = await record(server.url)
    const { call, again } = replaying(exchanges)

    const response = await call(chatRequest(connectionTo(server.url)))

    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await response.text()).toBe(text)
    expect(server.seen).toHaveLength(1)
    expect(again[0]).toMatchObject({ content: exchanges[0]?.content, attempt: 1 })
  })

  test('keeps the recorded pace on request', async () => {
    const server = await serve(pieces)
    const { exchanges } = await record(server.url)
    const [{ content } = { content: undefined }] = exchanges
    const last = content?.type === 'http' ? content.response?.chunks.at(-1) : undefined
    if (last) last.atMs = 2_000
    const timed = async (speed: number) => {
      const began = performance.now()
      await (
        await replaying(exchanges, { speed }).call(chatRequest(connectionTo(server.url)))
      ).text()
      return performance.now() - began
    }

    expect(await timed(0)).toBeLessThan(1_900)
    expect(await timed(1)).toBeGreaterThan(1_900)
  })

  test('fails in the same way at once, without retries', async () => {
    const server = await serve(
      (_, response) => void response.writeHead(503).end('{"error":"busy"}'),
    )
    const { exchanges, text } = await record(server.url)
    expect(server.seen).toHaveLength(3)

    const error = await replaying(exchanges)
      .call(chatRequest(connectionTo(server.url)))
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ code: 'PROVIDER_ERROR', providerMessage: 'busy' })
    expect(String(error)).toBe(String(text))
    expect(server.seen).toHaveLength(3)
  })

  test('cuts an answer at the recorded position', async () => {
    const server = await serve(async (_, response) => {
      response.write('partial')
      await pause(20)
      response.destroy()
    })
    const { exchanges } = await record(server.url)
    const response = await replaying(exchanges).call(chatRequest(connectionTo(server.url)))
    const read: string[] = []

    const reading = (async () => {
      for await (const bytes of response.body ?? []) read.push(Buffer.from(bytes).toString())
    })()

    await expect(reading).rejects.toMatchObject({ code: 'STREAM_INTERRUPTED' })
    expect(read).toEqual(['partial'])
  })

  test('returns the answer of the last process that made a call', async () => {
    const answers = ['lost', 'kept']
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: {"a":"${answers.shift()}"}\n\n`)
    })
    const lost = await record(server.url)
    const kept = await record(server.url)

    const { call } = replaying([...lost.exchanges, ...kept.exchanges])
    const response = await call(chatRequest(connectionTo('http://127.0.0.1:9/v1')))

    expect(await response.text()).toContain('kept')
  })

  test('serves a changed request at the same address and records the request', async () => {
    const server = await serve(pieces)
    const { exchanges } = await record(server.url)
    const { call, again } = replaying(exchanges)

    const json = { model: 'gpt-test', messages: [{ role: 'user', content: 'Something else' }] }
    await (await call(chatRequest(connectionTo(server.url), { json }))).text()

    const [served] = again
    expect(served).toMatchObject({ servedBy: 'recording', address: exchanges[0]?.address })
    expect(served?.fingerprint).not.toBe(exchanges[0]?.fingerprint)
  })

  test('finds an equal request at another address', async () => {
    const server = await serve(pieces)
    const { exchanges } = await record(server.url)
    const moved = exchanges.map((exchange) => ({
      ...exchange,
      address: { ...exchange.address, superstep: 9 },
    }))

    const { call } = replaying(moved)

    expect(await (await call(chatRequest(connectionTo(server.url)))).text()).toContain('grüße')
    expect(server.seen).toHaveLength(1)
  })

  test('reports a missing request with the nearest one and without the network', async () => {
    const server = await serve(pieces)
    const { exchanges } = await record(server.url)
    const other = { name: 'other', json: { model: 'other', messages: [] } }

    await expect(
      replaying(exchanges).call(chatRequest(connectionTo(server.url), other)),
    ).rejects.toMatchObject({
      code: 'RECORDING_MISS',
      message: 'The recording has no model call other of answer at step 1',
      details: {
        nearest: { name: 'gpt-test' },
        differences: [
          { path: 'model', recorded: 'gpt-test', requested: 'other' },
          { path: 'messages.0', recorded: { role: 'user' } },
        ],
      },
    })
    expect(server.seen).toHaveLength(1)
  })

  test('calls the provider for live addresses', async () => {
    const server = await serve(pieces)
    const { exchanges } = await record(server.url)
    const ask = (fields: Partial<Replay>, asked = {}) =>
      replaying(exchanges, fields)
        .call(chatRequest(connectionTo(server.url), asked))
        .then((response) => response.text())

    await ask({ isLive: ({ path }) => path[0] === 'answer' })
    await ask({ onMiss: 'live' }, { name: 'other', json: {} })

    expect(server.seen).toHaveLength(3)
  })
})
