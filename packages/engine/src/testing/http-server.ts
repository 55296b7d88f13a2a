import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type SeenRequest = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export type TestServer = {
  url: string
  port: number
  /** Every request so far, whole. */
  seen: SeenRequest[]
  close(): Promise<void>
}

export type Answer = (
  request: SeenRequest,
  response: ServerResponse,
  nth: number,
) => void | Promise<void>

/** A real HTTP server on loopback; `nth` counts requests from 1. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const seen: SeenRequest[] = []
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      const whole = { method, url, headers, body }
      seen.push(whole)
      return answer(whole, response, seen.length)
    })
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port')
  return address.port
}
