import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import type { HoldOptions } from './http/holds.ts'
import { type MockProviderOptions, Provider, type ReceivedRequest } from './provider.ts'
import { createRouter } from './router.ts'

export type MockProvider = {
  /** Base URL for a client, including `/v1`. */
  url: string
  /** Received requests, oldest first. Empty if `keepsRequests` is false. */
  requests: ReceivedRequest[]
  /** Delays answers to requests whose body contains `text`. Returns a function that releases them. */
  hold: (text: string, options?: HoldOptions) => () => void
  /** Clears requests, fault attempts, script uses, files and batches. */
  reset: () => void
  /** Stops the server and closes open connections. */
  close: () => Promise<void>
}

export type StartOptions = MockProviderOptions & {
  /** 0, the default, chooses a free port. */
  port?: number
  keepsRequests?: boolean
}

/** Starts a mock provider on a loopback port. */
export async function startMockProvider(options: StartOptions = {}): Promise<MockProvider> {
  const { port = 0, keepsRequests = true, onRequest, ...rest } = options
  const requests: ReceivedRequest[] = []
  const provider = new Provider({
    ...rest,
    onRequest(request) {
      if (keepsRequests) requests.push(request)
      onRequest?.(request)
    },
  })
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use('/v1', createRouter(provider))

  const server = createServer(app)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was bound')

  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    hold: (text, options = {}) => provider.holds.add(text, options),
    reset() {
      requests.length = 0
      provider.reset()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
