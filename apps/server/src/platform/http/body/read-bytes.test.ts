import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

const MIB = 1024 * 1024

/** A request that tells of so many bytes, and what the server has of it. */
async function open(length: number) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'content-length': length }
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers })
  // It ends when the server does.
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
  'a body of %d bytes is what was sent',
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

test('what is told takes no memory before it comes', async () => {
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
