import { request } from 'node:http'
import { afterEach } from 'vitest'
import { openedFor } from './databases.ts'
import { createTestApp, TEST_TOKEN } from './test-app.ts'

/** Serves an app on SQLite and closes it after each test. */
export function servedApps() {
  const db = openedFor('sqlite')
  let close: (() => Promise<void>) | undefined
  afterEach(() => close?.())
  return async (env: Record<string, string> = {}) => {
    const app = createTestApp(db(), { env })
    const served = await app.serve()
    close = served.close
    return { ...served, app }
  }
}

type Sent = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string
}

/** Sends a request over a plain socket: fetch does not allow a custom Host header. */
export function send(port: number, { method = 'GET', path, headers = {}, body }: Sent) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const req = request({ host: '127.0.0.1', port, method, path, headers }, (res) => {
        let text = ''
        res.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        res.on('end', () =>
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }),
        )
      })
      req.on('error', reject)
      req.end(body)
    },
  )
}

export const bearer = { authorization: `Bearer ${TEST_TOKEN}` }
export const json = { ...bearer, 'content-type': 'application/json' }
/** Returns the cookie that a browser would send back. */
export const cookieFrom = (headers: NodeJS.Dict<string | string[]>) =>
  String(headers['set-cookie']).split(';')[0] ?? ''
