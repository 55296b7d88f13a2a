import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../../testing/test-app.ts'
import { openPostgres } from './open.ts'

/** A proxy for Postgres that can stop responding without closing its connections. */
async function startProxy(target: URL) {
  const sockets: Socket[] = []
  let isHanging = false
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname)
    sockets.push(client, server)
    client.on('data', (data) => !isHanging && server.write(data))
    server.on('data', (data) => !isHanging && client.write(data))
    for (const socket of [client, server]) socket.on('error', () => undefined)
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
  })
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    hang: (hangs: boolean) => {
      isHanging = hangs
    },
  }
}

test('requests return 503 with Retry-After while Postgres hangs, and succeed afterwards', async () => {
  const { config, remove } = await createDatabase('postgres')
  const proxy = await startProxy(new URL(config.url ?? ''))
  const db = await openPostgres(proxy.url, { queryTimeoutMs: 500 })
  const server = await createTestApp(db).serve()
  onTestFinished(async () => {
    proxy.hang(false)
    await server.close()
    await db.close()
    await remove()
  })
  const list = () =>
    fetch(`${server.url}/api/agents`, { headers: { authorization: `Bearer ${TEST_TOKEN}` } })
  expect((await list()).status).toBe(200)

  proxy.hang(true)
  const refused = await Promise.all([list(), list()])
  proxy.hang(false)

  expect(refused.map(({ status }) => status)).toEqual([503, 503])
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  await expect.poll(async () => (await list()).status).toBe(200)
})
