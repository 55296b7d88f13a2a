import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { collectSpans, readSpanDetails } from '../query/read-details.ts'
import { createDatabase } from '../../testing/databases.ts'
import { startLangsmithServer } from '../../testing/langsmith-harness.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createForwarder } from './forwarder.ts'

export const KEY = 'lsv2_pt_0123456789abcdef'

/** Test receivers are local, which is forbidden by default. */
export const LOOPBACK = { LATHE_ALLOW_HOSTS: '127.0.0.1' }

/** Another Lathe server with its own database. */
export async function startReceiver() {
  const { config, remove } = await createDatabase('sqlite')
  const db = await openDatabase(config)
  const server = await startLangsmithServer(db)
  onTestFinished(async () => {
    await server.close()
    await db.close()
    await remove()
  })
  return { db, apiUrl: server.apiUrl, url: server.url }
}

/** A receiver that answers with these statuses in turn, then repeats the last. */
export async function startFailingReceiver(...statuses: number[]) {
  const apiKeys: (string | undefined)[] = []
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      apiKeys.push(String(req.headers['x-api-key']))
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      res.writeHead(status ?? 500, { 'content-type': 'application/json' }).end('{"detail":"no"}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { asked: apiKeys, url: `http://127.0.0.1:${port}` }
}

/** Returns the received spans of a trace. */
export const receivedSpans = async (db: Db, id: string) =>
  await collectSpans(readSpanDetails({ db, workspaceId: DEFAULT_WORKSPACE, id }))

export const startForwarder = async (app: TestApp, db: Db) => {
  const { vault, log, config, url } = app.context
  const forwarder = createForwarder({ db, vault, log, config, url })
  await forwarder.start()
  onTestFinished(() => forwarder.drain())
  return forwarder
}
