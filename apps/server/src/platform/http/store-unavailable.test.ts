import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { templates } from '@lathe/graph/templates'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { DEFAULT_WORKSPACE } from '../db/schema.ts'
import { seed } from '../../seed.ts'
import { createDatabase } from '../../testing/databases.ts'
import { startPostgres } from '../../testing/postgres-server.ts'
import { startServer } from '../../testing/server-process.ts'
import { TEST_TOKEN } from '../../testing/test-app.ts'
import { startRunningApp } from '../../testing/running-app.ts'

/** No row of this size fits into the free space of existing pages. */
const long = 'n'.repeat(200_000)
const run = {
  agent: 'prompt',
  input: templates.find(({ slug }) => slug === 'prompt')?.example,
  metadata: { long },
}
const ids = { trace_id: '0198c5f0-0000-7000-8000-000000000001' }

const writes: readonly (readonly [string, unknown])[] = [
  ['/api/runs', run],
  ['/api/runs/wait', run],
  ['/api/runs/stream', run],
  ['/langgraph/runs/wait', { ...run, assistant_id: 'prompt' }],
  [
    '/api/v1/runs/batch',
    {
      post: [
        {
          ...ids,
          id: ids.trace_id,
          dotted_order: `20251124T000000000000Z${ids.trace_id}`,
          name: long,
          run_type: 'chain',
          inputs: {},
          start_time: '2025-11-24T00:00:00Z',
        },
      ],
    },
  ],
  [
    '/v1/traces',
    {
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: '5b8efff798038103d269b633813fc60c',
                  spanId: 'eee19b7ec3c1b174',
                  name: long,
                  startTimeUnixNano: '1544712660000000000',
                  endTimeUnixNano: '1544712661000000000',
                },
              ],
            },
          ],
        },
      ],
    },
  ],
]

type Send = (method: string, path: string, body?: unknown) => Promise<Response>

async function outcomes(send: Send, requests: readonly (readonly [string, unknown])[]) {
  const found: unknown[] = []
  for (const [path, body] of requests) {
    const response = await send(body === undefined ? 'GET' : 'POST', path, body)
    await response.text()
    found.push([path, response.status, response.headers.get('retry-after')])
  }
  return found
}

const unavailable = (requests: readonly (readonly [string, unknown])[]) =>
  requests.map(([path]) => [path, 503, '5'])

test('every API returns 503 with Retry-After while Postgres is stopped', async () => {
  const postgres = await startPostgres()
  const home = await mkdtemp(join(tmpdir(), 'lathe-away-'))
  const server = await startServer({ LATHE_HOME: home, DATABASE_URL: postgres.url })
  onTestFinished(async () => {
    await server.stop()
    await postgres.stop()
    await rm(home, { recursive: true, force: true })
  })
  const reads = [
    '/api/agents',
    '/api/traces/export?format=csv',
    '/api/v1/sessions',
    '/readyz',
    '/healthz',
  ].map((path) => [path, undefined] as const)
  const wait = () => server.call('POST', '/api/runs/wait', run)
  expect((await wait()).status).toBe(200)

  await postgres.halt()

  expect(await outcomes(server.call, [...writes, ...reads])).toEqual(
    unavailable([...writes, ...reads]),
  )

  await postgres.restart()

  expect(await (await wait()).json()).toMatchObject({ status: 'success' })
})

test('every API that writes returns 503 with Retry-After while the disk is full', async () => {
  const { config, remove } = await createDatabase('sqlite')
  const db = await openDatabase(config)
  const app = await startRunningApp(db)
  const { url, close } = await app.serve()
  onTestFinished(async () => {
    await close()
    await app.stop()
    await db.close()
    await remove()
  })
  const send: Send = (method, path, body) =>
    fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  await seed(db, DEFAULT_WORKSPACE, async () => templates)
  // Without further pages SQLite returns SQLITE_FULL, the error of a full disk.
  const limit = (pages: number) =>
    db.transaction().execute((open) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(open))
  await limit(1)

  expect(await outcomes(send, writes)).toEqual(unavailable(writes))

  await limit(1_000_000)
  const after = await send('POST', '/api/runs/wait', run)
  expect(await after.json()).toMatchObject({ status: 'success' })
})
