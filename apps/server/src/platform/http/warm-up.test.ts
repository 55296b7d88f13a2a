import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './listen.ts'
import { warmUp } from './warm-up.ts'

/** Longer than any test. */
const NEVER_MS = 1_000_000
const token = { authorization: 'Bearer a-token' }

const warm = vi.fn<() => void>()
let ask: (method: string, path: string, headers?: Record<string, string>) => Promise<Response>
let close: () => void

beforeEach(async () => {
  warm.mockReset()
  const app = express()
  app.use('/api', warmUp(warm, NEVER_MS), (_req, res) => {
    res.json({ isWarm: warm.mock.calls.length > 0 })
  })
  const { server, port } = await listen(app, { host: '127.0.0.1', port: 0 })
  ask = (method, path, headers = token) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers })
  close = () => {
    server.close()
    server.closeAllConnections()
  }
})
afterEach(() => close())

test.each([
  ['POST', '/comparisons'],
  ['POST', '/connections'],
  ['GET', '/comparisons/0191'],
  ['GET', '/agents/helper'],
  ['POST', '/suites/0191/run'],
])(
  'a request of a program for %s %s gets its response first, then loads the engine once',
  async (...asked) => {
    const answer = await ask(...asked)
    expect(await answer.json()).toEqual({ isWarm: false })
    await expect.poll(() => warm.mock.calls).toHaveLength(1)

    await ask(...asked)
    await ask('GET', '/health')
    expect(warm).toHaveBeenCalledOnce()
  },
)

test('list requests, other requests and browsers do not load the engine before the delay', async () => {
  await ask('GET', '/comparisons')
  await ask('POST', '/datasets')
  await ask('DELETE', '/agents/helper')
  await ask('GET', '/agents/helper', {})
  // Requests are processed in order, so this one is answered after the warm-up that the previous
  // one triggered.
  await ask('GET', '/agents')

  expect(warm).not.toHaveBeenCalled()
})
