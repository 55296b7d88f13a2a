import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComparisonDetail } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServer } from '../../testing/server-process.ts'

const model = { connection: 'lane', name: 'demo-fast' }
const plan = {
  variants: [
    {
      key: 'a',
      name: 'A',
      base: { type: 'prompt', messages: [{ role: 'user', text: 'Say: {{question}}' }], model },
    },
  ],
  cases: [1, 2, 3].map((at) => ({ key: `c${at}`, input: { question: `Number ${at}?` } })),
  batch: true,
}

async function json<T>(server: ServerProcess, method: string, path: string, body?: unknown) {
  const response = await server.call(method, `/api${path}`, body)
  const answer: T = JSON.parse(await response.text())
  expect(response.status).toBe(200)
  return answer
}

test("takes the batch's results after a kill and resends nothing", async () => {
  const home = await mkdtemp(join(tmpdir(), 'lathe-batch-'))
  const mockProvider = await startMockProvider({ settings: { batchMs: 0 } })
  const answer = mockProvider.hold('Number')
  onTestFinished(async () => {
    await mockProvider.close()
    await rm(home, { recursive: true, force: true })
  })
  const server = await startServer({ LATHE_HOME: home })
  const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
  await json(server, 'POST', '/connections', { name: 'lane', ...lane })
  const comparison = await json<ComparisonDetail>(server, 'POST', '/comparisons', {
    name: 'B',
    plan,
  })
  const path = `/comparisons/${comparison.id}`
  await json(server, 'POST', `${path}/run`, {})
  await expect
    .poll(
      () =>
        mockProvider.requests.filter((one) => one.path === '/batches' && one.method === 'POST')
          .length,
    )
    .toBe(1)
  await server.stop('SIGKILL')

  const restartedServer = await startServer({ LATHE_HOME: home })
  answer()
  const get = () => json<ComparisonDetail>(restartedServer, 'GET', path)
  await expect.poll(async () => (await get()).status).toBe('done')

  const { cells, batches } = await get()
  await restartedServer.stop()
  expect(cells).toEqual({ total: 3, done: 3, failed: 0 })
  expect(batches).toHaveLength(1)
  const postRequests = mockProvider.requests.filter(({ method }) => method === 'POST')
  expect(postRequests.map((one) => one.path)).toEqual(['/files', '/batches'])
})
