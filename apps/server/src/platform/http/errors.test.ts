import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { handleErrors } from './errors.ts'
import { readBytes } from './body/read-bytes.ts'

/** Returns the log lines and the errors passed to Express once an error was handled. */
async function serve(handle: RequestHandler) {
  const lines: string[] = []
  const passedOn: unknown[] = []
  const handled = Promise.withResolvers<void>()
  const handler = handleErrors(createLog('info', { write: (line) => void lines.push(line) }))
  const app = express()
  app.post('/', handle)
  app.use(((error, req, res, next) => {
    void handler(error, req, res, (more) => {
      passedOn.push(more)
      next(more)
    })
    handled.resolve()
  }) satisfies express.ErrorRequestHandler)
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'content-length': 1_000 }
  const sending = request({ port, host: '127.0.0.1', method: 'POST', headers })
  sending.on('error', () => {})
  return { sending, handled: handled.promise, lines, passedOn }
}

test('an aborted request body is not logged as an error', async () => {
  const begun = Promise.withResolvers<void>()
  const { sending, handled, lines, passedOn } = await serve(async (req) => {
    await readBytes(req, { limit: 1_000, onBytes: () => begun.resolve() })
  })

  sending.write('half')
  await begun.promise
  sending.destroy()
  await handled

  expect([...lines, ...passedOn]).toEqual([])
})

test('an error after the response started is logged and aborts the response', async () => {
  const { sending, handled, lines, passedOn } = await serve((_req, res) => {
    res.write('half')
    throw new Error('The rest is lost')
  })

  sending.flushHeaders()
  const closed = new Promise((resolve) => sending.once('close', resolve))
  await handled
  await closed

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, err: { message: 'The rest is lost' } },
  ])
  expect(passedOn).toEqual([])
})
