import { once } from 'node:events'
import { createServer } from 'node:http'
import express from 'express'
import type { HoldOptions } from './hold.ts'
import type { MockProviderOptions } from './options.ts'
import { createProvider, resetProvider } from './provider.ts'
import type { ReceivedRequest } from './received-request.ts'
import { routerOf } from './router.ts'

export type MockProvider = {
  /** The base URL to give a client, `/v1` included. */
  url: string
  /** Every request so far, oldest first, unless `keepsRequests` is false. */
  requests: ReceivedRequest[]
  /** From now on answers to requests that say this wait, until what it returns is called. */
  hold: (text: string, options?: HoldOptions) => () => void
  /** Forgets requests, attempts and what scripts have used up. */
  reset: () => void
  /** Cuts open connections. */
  close: () => Promise<void>
}

export type StartOptions = MockProviderOptions & {
  /** 0, the default, takes a free one. */
  port?: number
  keepsRequests?: boolean
}

/** A mock provider of its own on a loopback port. */
export async function startMockProvider(options: StartOptions = {}): Promise<MockProvider> {
  const { port = 0, keepsRequests = true, ...rest } = options
  const requests: ReceivedRequest[] = []
  const provider = createProvider({
    ...rest,
    ...(keepsRequests ? { onRequest: keepIn(requests, rest.onRequest) } : {}),
  })
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use('/v1', routerOf(provider))

  const server = createServer(app)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was bound')

  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    hold: (text, options = {}) => provider.holds.add(text, options),
    reset: () => {
      requests.length = 0
      resetProvider(provider)
    },
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function keepIn(requests: ReceivedRequest[], onRequest: MockProviderOptions['onRequest']) {
  return (request: ReceivedRequest) => {
    requests.push(request)
    onRequest?.(request)
  }
}
