import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

const FIRST_PORT = 4747
const PORTS_TRIED = 100

/** Listens on the given port, or on the first free port from 4747. */
export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number | undefined },
): Promise<{ server: Server; port: number }> {
  const server = createServer(handle)
  // Responses stream as long as a run lasts, so only the time to receive the request is limited.
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 65_000
  for (let next = port ?? FIRST_PORT; ; next++) {
    try {
      return { server, port: await bind(server, host, next) }
    } catch (error) {
      if (!isPortInUse(error)) throw error
      if (port !== undefined)
        throw new Error(`PORT: ${port} is in use by another program`, { cause: error })
      if (next >= FIRST_PORT + PORTS_TRIED) throw error
    }
  }
}

const isPortInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

async function bind(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('the server is not bound to a port')
  return address.port
}
