import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'

const FIRST_PORT = 4747
const PORTS_TRIED = 100

/** Listens on the port asked for or, when none was, on the first free one from 4747 on. */
export async function listen(
  handle: RequestListener,
  { host, port }: { host: string; port: number | undefined },
): Promise<{ server: Server; port: number }> {
  const server = createServer(handle)
  // Streams last as long as their runs; only the request itself has to arrive in time.
  server.requestTimeout = 60_000
  server.keepAliveTimeout = 65_000
  for (let next = port ?? FIRST_PORT; ; next++) {
    try {
      return { server, port: await bind(server, host, next) }
    } catch (error) {
      if (!isTaken(error)) throw error
      if (port !== undefined)
        throw new Error(`PORT: ${port} is in use by another program`, { cause: error })
      if (next >= FIRST_PORT + PORTS_TRIED) throw error
    }
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

async function bind(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was bound')
  return address.port
}
