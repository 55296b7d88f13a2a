import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { openDatabase } from '../../db/open.ts'
import { createDatabase } from '../../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../../testing/test-app.ts'

const LIMIT = '1000'
/** Larger than the socket buffers, so the client is still sending when the response arrives. */
const body = new Uint8Array(16 * 1024 * 1024)
const headers = { 'content-type': 'application/json', authorization: `Bearer ${TEST_TOKEN}` }

let db: Db
let port = 0
let stop = async () => {}
beforeAll(async () => {
  const { config, remove } = await createDatabase('sqlite')
  db = await openDatabase(config)
  const env = { LATHE_REQUEST_BYTES: LIMIT, LATHE_INGEST_BYTES: LIMIT }
  const served = await createTestApp(db, { env }).serve()
  port = served.port
  stop = async () => {
    await served.close()
    await db.close()
    await remove()
  }
})
afterAll(() => stop())

async function sendInPieces(path: string) {
  const options = { host: '127.0.0.1', port, path, method: 'POST', headers }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const req = request(options, resolve).on('error', reject)
    req.write(body)
    req.end(body)
  })
  return { status: answer.statusCode, text: await text(answer) }
}

describe.each(['/api/agents', '/v1/traces', '/api/v1/runs/batch', '/langgraph/threads'])(
  'a body over the limit for %s',
  (path) => {
    test('receives an error response if its length is declared', async () => {
      const url = `http://127.0.0.1:${port}${path}`

      const answer = await fetch(url, { method: 'POST', headers, body })

      expect(answer.status).toBe(413)
      expect(await answer.text()).toContain('larger than 1000 bytes')
    })

    test('receives an error response if it is sent in chunks', async () => {
      const answer = await sendInPieces(path)

      expect(answer.status).toBe(413)
      expect(answer.text).toContain('larger than 1000 bytes')
    })
  },
)
