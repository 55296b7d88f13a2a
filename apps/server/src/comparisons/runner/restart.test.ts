import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ComparisonDetail } from '@lathe/contract'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseConfig, openDatabase } from '../../platform/db/open.ts'
import { createDatabase, engines } from '../../testing/databases.ts'
import { type ServerProcess, startServer } from '../../testing/server-process.ts'

const CONCURRENCY = 2
const model = { connection: 'lane', name: 'demo-fast' }
const promptVariant = (key: string) => ({
  key,
  name: key,
  base: { type: 'prompt', messages: [{ role: 'user', text: `${key}: {{question}}` }], model },
})
const judge = {
  kind: 'judge',
  model,
  messages: [{ role: 'user', text: 'Judge: {{output}} [[json: {"reason": "Ok.", "pass": true}]]' }],
}
const plan = {
  variants: [promptVariant('a'), promptVariant('b')],
  cases: [1, 2, 3, 4].map((at) => ({ key: `c${at}`, input: { question: `Number ${at}?` } })),
  evaluators: [{ key: 'k', name: 'K', evaluator: judge }],
  concurrency: CONCURRENCY,
}

async function json<T>(server: ServerProcess, method: string, path: string, body?: unknown) {
  const response = await server.call(method, `/api${path}`, body)
  const answer: T = JSON.parse(await response.text())
  expect(response.status).toBe(200)
  return answer
}

/** Simulates a lease that expired after a crash. */
async function expireLeases(config: DatabaseConfig) {
  const db = await openDatabase(config)
  await db.deleteFrom('job_leases').execute()
  await db.updateTable('runs').set({ lease_until: 0 }).where('status', '=', 'running').execute()
  await db.close()
}

test.each(engines)(
  'resumes a comparison after a kill without repeating answered requests on %s',
  async (engine) => {
    const home = await mkdtemp(join(tmpdir(), 'lathe-compare-'))
    const { config, remove } = await createDatabase(engine)
    const mockProvider = await startMockProvider()
    const answer = mockProvider.hold('Number 3?')
    onTestFinished(async () => {
      await mockProvider.close()
      await remove()
      await rm(home, { recursive: true, force: true })
    })
    const env = {
      LATHE_HOME: home,
      ...('url' in config && { DATABASE_URL: config.url }),
    }
    const server = await startServer(env)
    await json(server, 'POST', '/connections', {
      name: 'lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    const comparison = await json<ComparisonDetail>(server, 'POST', '/comparisons', {
      name: 'K',
      plan,
    })
    const path = `/comparisons/${comparison.id}`
    const get = (from: ServerProcess) => json<ComparisonDetail>(from, 'GET', path)
    await json(server, 'POST', `${path}/run`, {})
    await expect.poll(async () => (await get(server)).cells.done).toBeGreaterThan(1)
    await server.stop('SIGKILL')
    if (engine === 'postgres') await expireLeases(config)

    // The lease is checked three times within its duration.
    const restartedServer = await startServer({ ...env, LATHE_RUN_LEASE_MS: '12000' })
    answer()
    await expect
      .poll(async () => (await get(restartedServer)).status, { interval: 100 })
      .toBe('done')

    const { cells, grid } = await get(restartedServer)
    await restartedServer.stop()
    expect(cells).toEqual({ total: 8, done: 8, failed: 0 })
    expect(grid.map(({ evaluations }) => evaluations['k']?.status)).toEqual(
      grid.map(() => 'passed'),
    )
    const requestsByBody = Map.groupBy(mockProvider.requests, ({ body }) => JSON.stringify(body))
    expect(requestsByBody.size).toBe(16)
    // Only requests in flight may repeat: one per cell worker and judge, and one that was being
    // stored.
    expect(mockProvider.requests.length - requestsByBody.size).toBeLessThanOrEqual(3 * CONCURRENCY)
  },
)
