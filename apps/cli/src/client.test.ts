import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { toCliError } from './cli-error.ts'
import { createClient, findAddress } from './client.ts'

test.each([
  ['404 as text', 404, 'text/plain', 'Not here'],
  ['404 as JSON', 404, 'application/json', '{"error":"Not here"}'],
  ['a page for everything', 200, 'text/html', '<!doctype html>'],
])('reports a server that is not Lathe: %s', async (_, status, type, body) => {
  const other = createServer((_req, res) => {
    res.writeHead(status, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`

  const refused = await createClient({ url, token: '' })
    .agents.list({})
    .catch((error: unknown) => toCliError(error, url))

  expect(refused).toMatchObject({ message: `The server at ${url} is not Lathe`, exitCode: 2 })
})

test.each(['localhost', 'localhost:4747', 'ftp://host'])(
  'rejects an invalid server URL: %s',
  (url) => {
    expect(() => findAddress({ LATHE_URL: url })).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(url) }),
    )
  },
)
