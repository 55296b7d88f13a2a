import type { IncomingMessage, ServerResponse } from 'node:http'

const MOST_BYTES = 64 * 1024 * 1024
const MOST_MS = 10_000

/**
 * Before an answer to a body that was not read to its end: the connection closes behind it, but not while the client
 * still sends, for it would find a broken connection in place of the answer.
 */
export function closeAfterBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.complete) return
  res.setHeader('connection', 'close')
  const { socket } = req
  const close = socket.destroySoon.bind(socket)
  const rest = dropRest(req)
  socket.destroySoon = () => void rest.then(close)
}

/** Resolves once the body has come, or too much of it, or too slowly. */
async function dropRest(req: IncomingMessage): Promise<void> {
  await new Promise<void>((resolve) => {
    let left = MOST_BYTES
    const timer = setTimeout(resolve, MOST_MS)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    // A stream does not flow while whoever began to read it still listens.
    req.removeAllListeners('readable')
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) end()
    })
    req.once('end', end).once('close', end)
    req.resume()
  })
}
