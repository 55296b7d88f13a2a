import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Forwarding, RunDetail } from '@lathe/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type ServerProcess, startServer } from '../../testing/server-process.ts'

const homeOf = async () => {
  const home = await mkdtemp(join(tmpdir(), 'lathe-forward-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

const json = async <T>(server: ServerProcess, method: string, path: string, body?: unknown) => {
  const response = await server.call(method, path, body)
  expect(response.status).toBe(200)
  const answer: T = JSON.parse(await response.text())
  return answer
}

test('resends undelivered traces after both servers were killed', async () => {
  const [senderHome, receiverHome] = [await homeOf(), await homeOf()]
  const first = await startServer({ LATHE_HOME: receiverHome })
  const { port } = new URL(first.url)
  await first.stop('SIGKILL')
  const env = {
    LATHE_HOME: senderHome,
    LANGSMITH_TRACING: 'true',
    LANGSMITH_API_KEY: 'lsv2_pt_0123456789',
    LANGSMITH_ENDPOINT: `${first.url}/api/v1`,
  }
  const sender = await startServer(env)
  const start = { agent: 'assistant', input: { messages: [{ role: 'user', content: 'Hello' }] } }
  const run = await json<RunDetail>(sender, 'POST', '/api/runs/wait', start)
  await vi.waitFor(
    async () => {
      const { status } = await json<Forwarding>(sender, 'GET', '/api/forwarding')
      expect(status).toMatchObject({ waiting: 1, lastError: expect.any(String) })
    },
    { timeout: 120_000, interval: 200 },
  )
  await sender.stop('SIGKILL')

  const receiver = await startServer({ LATHE_HOME: receiverHome, PORT: port })
  const again = await startServer(env)

  const arrived = await vi.waitFor(
    async () => {
      const { status } = await json<Forwarding>(again, 'GET', '/api/forwarding')
      expect(status).toMatchObject({ waiting: 0, sentTraces: 1, lastError: null })
      return await json<{ trace: object; spans: object[] }>(
        receiver,
        'GET',
        `/api/traces/${run.id}`,
      )
    },
    { timeout: 120_000, interval: 200 },
  )
  const own = await json<{ spans: object[] }>(again, 'GET', `/api/traces/${run.id}`)
  expect(arrived.trace).toMatchObject({ source: 'langsmith', project: 'default' })
  // LangChain itself sent nothing.
  expect(arrived.spans).toHaveLength(own.spans.length)
  await Promise.all([again.stop(), receiver.stop()])
})
