import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

const MIB = 1024 * 1024

/** Opens a request with the given Content-Length and returns both of its ends. */
async function open(length: number) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'content-length': length }
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers })
  // The request fails when the server closes.
  sending.on('error', () => {})
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  sending.flushHeaders()
  const [req] = (await once(server, 'request')) as [IncomingMessage]
  return { sending, req }
}

test.each([1, 65_536, 65_537, MIB, MIB + 1, 5 * MIB + 3])(
  'readBytes returns a body of %d bytes unchanged',
  async (length) => {
    const sent = randomBytes(length)
    const { sending, req } = await open(length)
    const reading = readBytes(req, { limit: 10 * MIB })

    sending.end(sent)

    const body = await reading
    expect(body.equals(sent)).toBe(true)
    expect(body.buffer.byteLength === length || length <= 65_536).toBe(true)
  },
)

test('readBytes does not allocate the declared length in advance', async () => {
  const { sending, req } = await open(256 * MIB)
  const before = process.memoryUsage().arrayBuffers
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const reading = readBytes(req, { limit: 256 * MIB, onBytes: () => begin() })

  sending.write('x')
  await begun

  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MIB)
  sending.destroy()
  await expect(reading).rejects.toThrow('aborted')
})
