import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const SLOWEST_MS = 60

/** A service that counts charges, with a delay before and after each. */
const counts = new Map<string, number>()

async function count(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const key = new URL(req.url ?? '/', 'http://counter').searchParams.get('key')
  if (key === null) {
    res.end(JSON.stringify(Object.fromEntries(counts)))
    return
  }
  await wait(Math.random() * SLOWEST_MS)
  counts.set(key, (counts.get(key) ?? 0) + 1)
  await wait(Math.random() * SLOWEST_MS)
  res.setHeader('content-type', 'application/json')
  res.end(JSON.stringify({ charged: key }))
}

const server = createServer((req, res) => void count(req, res))

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.stdout.write(`${address?.port}\n`)
})
