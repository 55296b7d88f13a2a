import { once } from 'node:events'
import { connect } from 'node:http2'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { NO_GRPC } from './refuse-grpc.ts'

describeDatabases('a gRPC client', (db) => {
  async function open() {
    const app = createTestApp(db())
    const { url, close } = await app.serve()
    onTestFinished(close)
    const call = async (): Promise<Record<string, unknown>> => {
      const session = connect(url)
      onTestFinished(() => session.destroy())
      const stream = session.request({
        ':method': 'POST',
        ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
        'content-type': 'application/grpc',
      })
      stream.end(Buffer.alloc(5))
      return await new Promise((resolve, reject) => {
        stream.on('response', resolve)
        stream.on('error', reject)
        session.on('error', reject)
      })
    }
    return { ...app, url, call }
  }

  test('a gRPC client gets a gRPC status that explains how to connect', async () => {
    const { call } = await open()

    expect(await call()).toMatchObject({ 'grpc-status': '12', 'grpc-message': NO_GRPC })
  })

  test('a gRPC call is listed as rejected and logged once', async () => {
    const { call, client, log } = await open()
    await call()
    await call()

    await expect
      .poll(async () => await client.traces.rejected({}))
      .toMatchObject([{ item: 'OTLP', reason: NO_GRPC }])
    expect(log.filter((line) => line.includes(NO_GRPC))).toHaveLength(1)
  })

  test('a gRPC client that violates the protocol is disconnected and others are served', async () => {
    const { url, call } = await open()
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    socket.resume().write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'x'.repeat(500)}`)

    await once(socket, 'close')

    expect(await call()).toMatchObject({ 'grpc-status': '12' })
  })

  test.each([
    ['a request that is not HTTP', 'hello\r\n\r\n', '400 Bad Request'],
    [
      'a request with too large headers',
      `GET / HTTP/1.1\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
      '431 ',
    ],
  ])('%s gets a plain HTTP/1 error', async (_, sent, answer) => {
    const { url } = await open()
    const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
    socket.write(sent)

    expect(await text(socket)).toContain(`HTTP/1.1 ${answer}`)
  })
})
