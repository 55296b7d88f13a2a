import type { IncomingMessage, ServerResponse } from 'node:http'

const MAX_DRAINED_BYTES = 64 * 1024 * 1024
const MAX_DRAIN_MS = 10_000

/**
 * Closes the connection after the response to a body that was not read completely. Waits until the
 * client stops sending: otherwise the client would get a connection reset instead of the response.
 */
export function closeAfterBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return
  res.setHeader('connection', 'close')
  const { socket } = req
  const close = socket.destroySoon.bind(socket)
  const drain = dropRest(req)
  socket.destroySoon = () => void drain.then(close)
}

/** Resolves once the body has ended, exceeded the limit or timed out. */
async function dropRest(req: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let remaining = MAX_DRAINED_BYTES
    const timer = setTimeout(resolve, MAX_DRAIN_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    // A stream does not flow while a `readable` listener is attached.
    req.removeAllListeners('readable')
    req.on('data', (chunk: Buffer) => {
      remaining -= chunk.length
      if (remaining < 0) end()
    })
    req.once('end', end).once('close', end)
    req.resume()
  })
}
